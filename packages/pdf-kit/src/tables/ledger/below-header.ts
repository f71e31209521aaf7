import type { Edge } from '../rules/edges.ts';
import type { TextRow } from '../text-rows.ts';
import { overlapPt } from './amount-columns.ts';
import { hasPeriodEach, periodsOf } from './periods.ts';
import { amountsOf, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const limits = ledgerThresholds.candidates;

/**
 * Whether a line of text is below several headings underlined by a rule, is below periods that each have an amount in
 * the row after it, or begins under one of several headings and has amounts right below and to its right.
 */
export function isBelowHeader(
  header: TextRow | undefined,
  row: TextRow,
  next: TextRow | undefined,
  level: readonly Edge[],
): boolean {
  if (header === undefined || piecesOf(header).length < 2) return false;
  if (amountsOf(header).length === 0 && hasRuleBelow(header, level)) return true;
  if (next === undefined) return false;
  return (
    (periodsOf(header).length > 1 && hasPeriodEach(periodsOf(header), amountsOf(next))) ||
    isTextUnder(header, row, next)
  );
}

/** Whether a line is one text that begins under a heading, with amounts to its right in the next line. */
function isTextUnder(header: TextRow, row: TextRow, next: TextRow): boolean {
  const headings = piecesOf(header);
  const [only, ...others] = piecesOf(row);
  const amounts = amountsOf(next);
  if (only === undefined || others.length > 0 || headings.length < limits.minHeadings || amounts.length === 0)
    return false;
  return (
    headings.every(({ kind }) => kind === 'text') &&
    headings.some(({ x0 }) => Math.abs(x0 - only.x0) < 1) &&
    amounts.every(({ x0 }) => x0 > only.x1) &&
    next.box.y0 - row.box.y1 <= limits.usualGapEm * next.sizePt
  );
}

/** Whether a rule runs right below most of a row. */
export function hasRuleBelow({ box, sizePt }: TextRow, level: readonly Edge[]): boolean {
  return level.some(
    ({ at, start, end }) =>
      at > box.y1 - 0.2 * sizePt &&
      at < box.y1 + sizePt &&
      overlapPt({ x0: start, x1: end }, box) > 0.6 * (box.x1 - box.x0),
  );
}
