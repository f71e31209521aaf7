import { containsMiddle } from '../../page-model/box.ts';
import type { Line } from '../../page-model/types.ts';
import type { Chunk } from '../chunk.ts';
import type { Edge } from '../rules/edges.ts';
import { ruledPair } from '../rules/ruled-pair.ts';
import { isTableRow } from '../table-row.ts';
import { buildTextRows, type TextRow } from '../text-rows.ts';
import { isNumberText } from '../value-text.ts';

/** Minimum gutter between tables side by side, in em. */
const narrowestGutterEm = 1.5;
/** Rows further apart than this, in em, do not belong to one pair of tables. */
const widestGapEm = 4;
/** A table has at least so many rows. */
const minRows = 3;
/** The share of its lines that are rows; the others are its caption and wrapped cells. */
const tableShare = 0.35;
/** Tolerance for baselines of one row, in em. */
const sameBaselineEm = 0.2;
/** Rows of two tables share baselines only by chance: at most this share of those of the shorter table. */
const pairedShare = 0.4;
/** A side with this share of rows of only numbers has its labels on the other side, vertically centred beside them. */
const numbersShare = 0.8;

/**
 * Splits lines where two tables are side by side: a whitespace gutter separates them that no rule crosses, and their
 * rows have different baselines, or their rules different heights. The lines above and below them stay together.
 */
export function splitSideBySide(lines: readonly Line[], level: readonly Edge[]): readonly (readonly Line[])[] {
  const pair = ruledPair(lines, level);
  if (pair !== null) {
    const tableOf = ({ box }: Line) => pair.findIndex((table) => containsMiddle(table, box));
    return [...Map.groupBy(lines, tableOf).values()];
  }
  const cut = findGutter(buildTextRows(lines), level);
  if (cut === null) return [lines];
  const sideOf = ({ box, angle }: Line) => {
    const middle = (box.y0 + box.y1) / 2;
    if (angle !== 0 || middle < cut.y0 || middle > cut.y1) return 'outside';
    return box.x1 <= cut.x ? 'left' : 'right';
  };
  const { outside = [], left = [], right = [] } = Object.groupBy(lines, sideOf);
  return [outside, ...splitSideBySide(left, level), ...splitSideBySide(right, level)].filter(
    ({ length }) => length > 0,
  );
}

/** Rules within this distance above and below the rows belong to them; ends further apart than this are not level. */
const rulesReachPt = 6;

interface Gutter {
  readonly x: number;
  readonly y0: number;
  readonly y1: number;
}

/** The gutter with the most rows on both of its sides. */
function findGutter(rows: readonly TextRow[], level: readonly Edge[]): Gutter | null {
  let best: Gutter | null = null;
  let maxRows = 0;
  for (const x of candidates(rows)) {
    for (const run of runsBeside(rows, x)) {
      const gutter = { x, y0: run[0]?.box.y0 ?? 0, y1: run.at(-1)?.box.y1 ?? 0 };
      const rules = level.filter(({ at }) => at > gutter.y0 - rulesReachPt && at < gutter.y1 + rulesReachPt);
      const crossing = rules.filter(({ start, end }) => start < x && end > x);
      // A rule right above both closes what is above, or begins a single table.
      if (crossing.some(({ at }) => at > gutter.y0)) continue;
      const count = independentRows(run, x, crossing.length === 0 && areRuledApart(rules, x));
      if (count <= maxRows) continue;
      best = gutter;
      maxRows = count;
    }
  }
  return best;
}

/** The middles of wide gaps, deduplicated. */
function candidates(rows: readonly TextRow[]): number[] {
  const middles = rows.flatMap(({ chunks, sizePt }) =>
    chunks.slice(1).flatMap((chunk, index) => {
      const end = chunks[index]?.box.x1 ?? 0;
      return chunk.box.x0 - end > narrowestGutterEm * sizePt ? [(end + chunk.box.x0) / 2] : [];
    }),
  );
  const apart: number[] = [];
  for (const x of middles.sort((a, b) => a - b)) if (x - (apart.at(-1) ?? Number.NEGATIVE_INFINITY) > 3) apart.push(x);
  return apart;
}

/** Runs of rows without text across a position. */
function runsBeside(rows: readonly TextRow[], x: number): TextRow[][] {
  const runs: TextRow[][] = [[]];
  let last: TextRow | null = null;
  for (const row of rows) {
    const crossed = row.chunks.some(({ box }) => box.x0 < x && box.x1 > x);
    const far = last !== null && row.box.y0 - last.box.y1 > widestGapEm * row.sizePt;
    if (crossed || far) runs.push([]);
    if (!crossed) runs.at(-1)?.push(row);
    last = row;
  }
  return runs.filter(({ length }) => length > minRows);
}

/** The number of rows of the shorter side if both sides are tables by themselves; else 0. */
function independentRows(run: readonly TextRow[], x: number, ruledApart: boolean): number {
  const left = run.flatMap((row) => partOf(row, ({ box }) => box.x1 <= x));
  const right = run.flatMap((row) => partOf(row, ({ box }) => box.x0 >= x));
  const shorter = Math.min(left.length, right.length);
  const paired = run.filter((row) => isPaired(row, x)).length;
  if (paired > pairedShare * shorter && !ruledApart) return 0;
  const gapPt = Math.min(...right.map(({ box }) => box.x0)) - Math.max(...left.map(({ box }) => box.x1));
  const em = run[0]?.sizePt ?? 10;
  const isTable = (side: readonly TextRow[]) =>
    side.filter(isTableRow).length >= Math.max(minRows, tableShare * side.length);
  return gapPt >= narrowestGutterEm * em && isTable(left) && isTable(right) && !areNumbers(right) ? shorter : 0;
}

function areNumbers(rows: readonly TextRow[]): boolean {
  const own = rows.filter(({ chunks }) => chunks.every(({ text }) => isNumberText(text)));
  return own.length >= numbersShare * rows.length;
}

/** Whether text on both sides is on one baseline. */
function isPaired({ chunks, sizePt }: TextRow, x: number): boolean {
  return chunks.some(
    (left) =>
      left.box.x1 <= x &&
      chunks.some(({ box, baseline }) => box.x0 >= x && Math.abs(baseline - left.baseline) < sameBaselineEm * sizePt),
  );
}

function partOf(row: TextRow, isOwn: (chunk: Chunk) => boolean): TextRow[] {
  const chunks = row.chunks.filter(isOwn);
  const x0 = Math.min(...chunks.map(({ box }) => box.x0));
  const x1 = Math.max(...chunks.map(({ box }) => box.x1));
  return chunks.length === 0 ? [] : [{ ...row, chunks, box: { ...row.box, x0, x1 } }];
}

/** Whether the rules on both sides are at different heights: those of one table would be level. */
function areRuledApart(rules: readonly Edge[], x: number): boolean {
  const left = rules.filter(({ end }) => end <= x);
  const right = rules.filter(({ start }) => start >= x);
  if (left.length < 2 || right.length < 2) return false;
  const ends = [left, right].map((side) => side.map(({ at }) => at)).map((at) => [Math.min(...at), Math.max(...at)]);
  const [[top = 0, bottom = 0] = [], [otherTop = 0, otherBottom = 0] = []] = ends;
  return Math.abs(top - otherTop) > rulesReachPt || Math.abs(bottom - otherBottom) > rulesReachPt;
}
