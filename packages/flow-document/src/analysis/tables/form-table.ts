import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Page } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { isBlank } from '../layout/form-blanks.ts';

/** A form has at least so many blanks, and few other rules. */
const minBlanks = 4;
const blankShare = 0.6;

/** Whether the rules of what looks like a table are the blanks of a form: lines to write on, each behind its label. */
export function isFormWithBlanks({ box }: Table, { rules, lines }: Page): boolean {
  const within = rules.filter((rule) => containsMiddle(box, rule));
  if (within.some(({ orientation }) => orientation === 'vertical')) return false;
  const blanks = within.filter((rule) => isBlank(rule, lines));
  return blanks.length >= minBlanks && blanks.length >= blankShare * within.length;
}
