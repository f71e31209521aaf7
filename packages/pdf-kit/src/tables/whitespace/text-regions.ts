import { boxHeight, boxWidth } from '../../page-model/box.ts';
import { isSentencePart } from '../../page-model/text/prose.ts';
import type { Chunk } from '../chunk.ts';
import type { Edge } from '../rules/edges.ts';
import { findRuledRegions } from '../rules/ruled-regions.ts';
import { hasValues, isTableRow } from '../table-row.ts';
import type { TextRow } from '../text-rows.ts';
import { isValueText } from '../value-text.ts';
import { findColumnGaps } from './column-cuts.ts';
import type { TextRegion } from './text-region.ts';

/** Rows further apart than this many line heights belong to different tables: at +20 % statements lose 0.004 of F1. */
const widestPitch = 2.6;
/** Maximum number of consecutive lines without columns (headings inside the table, wrapped text). */
const maxSingles = 4;
/** Maximum lines above the first row of values that may be its header. */
const maxHeaderLines = 6;

/**
 * Runs of rows that look like a table: first those between horizontal rules, then those held together by their columns.
 */
export function findTextRegions(rows: readonly TextRow[], level: readonly Edge[]): TextRegion[] {
  const prose = findProse(rows);
  const ruled = findRuledRegions(rows, level, prose);
  const taken = new Set(ruled.flatMap((region) => region.rows));
  const rest = rows.filter((row) => !taken.has(row));
  return [...ruled, ...openRegions(rest, level, prose)];
}

/** Runs of rows with columns and the lines between them, split at prose, wide distances and different columns. */
function openRegions(rows: readonly TextRow[], level: readonly Edge[], prose: ReadonlySet<TextRow>): TextRegion[] {
  const regions: TextRegion[] = [];
  let current: TextRow[] = [];
  let columned: TextRow[] = [];
  let pending: TextRow[] = [];
  const close = () => {
    if (current.length >= 2)
      regions.push({ rows: current, rules: rulesAcross(current, level), ruled: false, bands: [] });
    current = [];
    columned = [];
    pending = [];
  };
  for (const row of rows) {
    const last = pending.at(-1) ?? current.at(-1);
    const far = last !== undefined && row.box.y0 - last.box.y1 > (widestPitch - 1) * Math.max(row.sizePt, last.sizePt);
    if (prose.has(row) || far) close();
    if (prose.has(row)) continue;
    if (isTableRow(row)) {
      if (current.length > 0 && !fitsColumns(columned, row) && !isHeader(current)) close();
      current.push(...pending, row);
      columned.push(row);
      pending = [];
    } else if (current.length > 0) {
      pending.push(row);
      if (pending.length > maxSingles) close();
    }
  }
  close();
  return regions;
}

function rulesAcross(rows: readonly TextRow[], level: readonly Edge[]): Edge[] {
  const x0 = Math.min(...rows.map(({ box }) => box.x0));
  const x1 = Math.max(...rows.map(({ box }) => box.x1));
  const top = rows[0]?.box.y0 ?? 0;
  const bottom = rows.at(-1)?.box.y1 ?? 0;
  return level.filter(
    ({ at, start, end }) => at > top && at < bottom && Math.min(end, x1) - Math.max(start, x0) > 0.7 * (x1 - x0),
  );
}

/** Whether these are a few rows without values, whose spanning headings may hide the whitespace between columns. */
function isHeader(rows: readonly TextRow[]): boolean {
  return rows.length <= maxHeaderLines && !rows.some(hasValues);
}

/** Whether a row fits the columns of the rows above: few of its chunks cross their whitespace. */
function fitsColumns(above: readonly TextRow[], row: TextRow): boolean {
  const recent = above.slice(-12);
  if (recent.length < 2) return true;
  const gaps = findColumnGaps(recent);
  if (gaps.length === 0) return true;
  const crossing = row.chunks.filter(({ words }) =>
    words.some(({ box }) => gaps.some(({ start, end }) => box.x0 < start && box.x1 > end)),
  );
  return crossing.length < row.chunks.length && findColumnGaps([...recent, row]).length > 0;
}

/** Lines of running text: long, alone in their row or beside another long one, and adjacent to a similar line. */
export function findProse(rows: readonly TextRow[]): Set<TextRow> {
  const prose = new Set<TextRow>();
  rows.forEach((row, index) => {
    const long = row.chunks.filter(isSentencePart);
    // Running text has at most a label, or more running text, beside it.
    if (long.length === 0 || row.chunks.length - long.length > 1 || endsInValue(row)) return;
    if (long.length < row.chunks.filter((chunk) => chunk.words.length > 1).length) return;
    const neighbours = [rows[index - 1], rows[index + 1], rows[index - 2], rows[index + 2]];
    const stacked = neighbours.some((other) =>
      other?.chunks.some((chunk) => long.some((piece) => isStacked(piece, chunk))),
    );
    if (stacked || long.some((piece) => piece.words.length >= 12)) prose.add(row);
  });
  return prose;
}

/** A value at the end of a row belongs to the text before it. */
function endsInValue({ chunks }: TextRow): boolean {
  return chunks.length > 1 && isValueText(chunks.at(-1)?.text ?? '');
}

function isStacked(a: Chunk, b: Chunk): boolean {
  const distance = Math.abs(a.baseline - b.baseline);
  const overlap = Math.min(a.box.x1, b.box.x1) - Math.max(a.box.x0, b.box.x0);
  return (
    b.words.length >= 3 &&
    Math.abs(a.sizePt - b.sizePt) < 0.15 * a.sizePt &&
    distance < 2.4 * boxHeight(a.box) &&
    Math.abs(a.box.x0 - b.box.x0) < 2.5 * a.sizePt &&
    overlap > 0.5 * Math.min(boxWidth(a.box), boxWidth(b.box))
  );
}
