import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Page } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { isTyped } from '../text/fragments.ts';

/** So many lines of a program have signs that no table has; the others are its data and comments. */
const signedShare = 1 / 3;
/** Blocks, calls, assignments, comments, prompts and tags. An amount in brackets is no call. */
const programSigns = /[{};]$|\w\(|[=!<>+]=|=>|->|\s=\s|\/\/|^[$#>]\s|<\/?[a-z]/i;

/**
 * Whether a table without a grid, such as one on a shaded ground, is a program whose comments or values are aligned: all
 * in letters of one width, on a page that has other letters, too.
 */
export function isProgram({ kind, box }: Table, { lines }: Pick<Page, 'lines'>): boolean {
  if (kind === 'ruled' || kind === 'tagged') return false;
  const inside = lines.filter((line) => containsMiddle(box, line.box));
  if (inside.length === 0 || !inside.every(isTyped) || lines.every(isTyped)) return false;
  return inside.filter(({ text }) => programSigns.test(text.trim())).length >= signedShare * inside.length;
}
