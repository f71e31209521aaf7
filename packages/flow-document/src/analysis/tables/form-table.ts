import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Line, Page, Rule } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { isBlank } from '../layout/form-blanks.ts';

/** A form has at least so many blanks, and few other rules. */
const minBlanks = 4;
const blankShare = 0.6;
/** Shorter rules, in points, are the sides of boxes to tick, */
const shortestPt = 12;
/** and upright ones this close to its sides, in points, are those of a frame around a part of the form. */
const framePt = 3;
/** A number ends this close to the end of the rule of its sum, in points, and is this close above it, in em. */
const sameEndPt = 3;
const aboveEm = 0.7;

/** Whether the rules of what looks like a table are the blanks of a form: lines to write on, each behind its label. */
export function isFormWithBlanks({ box }: Table, { rules, lines }: Page): boolean {
  const isFrame = ({ orientation, x0 }: Rule) =>
    orientation === 'vertical' && (x0 < box.x0 + framePt || x0 > box.x1 - framePt);
  const within = rules.filter(
    (rule) => containsMiddle(box, rule) && rule.x1 - rule.x0 + rule.y1 - rule.y0 >= shortestPt && !isFrame(rule),
  );
  if (within.some(({ orientation }) => orientation === 'vertical')) return false;
  const blanks = within.filter((rule) => isBlank(rule, lines) && !isOfSum(rule, lines));
  return blanks.length >= minBlanks && blanks.length >= blankShare * within.length;
}

/** Whether a number ends at the end of a rule: a line to write on begins behind its label, and that of a sum behind the sum beside it. */
function isOfSum({ x1, y0 }: Rule, lines: readonly Line[]): boolean {
  return lines.some(
    ({ angle, baseline, style, words }) =>
      angle === 0 &&
      y0 > baseline - 1 &&
      y0 < baseline + aboveEm * style.sizePt &&
      words.some(({ text, box }) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(text) && Math.abs(box.x1 - x1) <= sameEndPt),
  );
}
