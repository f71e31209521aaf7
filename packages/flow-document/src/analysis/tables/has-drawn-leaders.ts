import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Line, Page, Rule } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { blankBehind } from '../layout/form-blanks.ts';

/** A leader is at most this far from what it leads to, in points. */
const reachPt = 10;
const minEntries = 3;
/** This share of the amounts of a price list have leaders. */
const entryShare = 0.6;

/**
 * Whether the values of a table without a grid are led to by drawn dots, as in a menu or a price list: these are lines
 * with tabs.
 */
export function hasDrawnLeaders({ kind, box, cells }: Table, { lines, rules }: Pick<Page, 'lines' | 'rules'>): boolean {
  if (kind !== 'unruled' && kind !== 'half-ruled') return false;
  const leaders = rules.filter((rule) => rule.dashed && rule.orientation === 'horizontal' && containsMiddle(box, rule));
  if (leaders.length < minEntries) return false;
  const own = lines.filter((line) => line.angle === 0 && containsMiddle(box, line.box));
  const entries = leaders.filter((leader) => isLeader(leader, own));
  const values = cells.filter(({ column, text }) => column > 0 && /^[\p{Sc}(–-]?\d/u.test(text));
  return entries.length >= minEntries && entries.length >= entryShare * values.length;
}

/** Whether a rule begins behind a text and ends before another one of the same line. */
function isLeader(rule: Rule, lines: readonly Line[]): boolean {
  return lines.some((line) => {
    if (blankBehind(rule, line) === undefined) return false;
    return lines.some(({ baseline, words }) =>
      words.some(
        ({ box }) => Math.abs(baseline - line.baseline) < 2 && box.x0 > rule.x1 - 1 && box.x0 < rule.x1 + reachPt,
      ),
    );
  });
}
