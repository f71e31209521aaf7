import { boxHeight, boxWidth } from '../page-model/box.ts';
import type { Box } from '../page-model/types.ts';
import { findColumnGaps } from './column-cuts.ts';
import type { Edge } from './edges.ts';
import { type Chunk, isLeader, type TextRow } from './text-rows.ts';
import { isLabelText, isValueText } from './value-text.ts';

/** Rows that may be a table, and the heights of the rules that bound or divide it. */
export interface TextRegion {
  readonly rows: readonly TextRow[];
  /** Level rules across most of the region, top to bottom. */
  readonly rules: readonly Edge[];
  readonly ruled: boolean;
}

/** Rows further apart than this many line heights belong to different tables. */
const widestPitch = 2.6;
/** At most this many lines without columns (headings inside the table, wrapped text) may follow each other. */
const mostSingles = 4;

/** Stretches of rows that look like a table: first those between level rules, then those held together by their columns. */
export function findTextRegions(rows: readonly TextRow[], level: readonly Edge[]): TextRegion[] {
  const prose = findProse(rows);
  const ruled = ruledRegions(rows, level, prose);
  const taken = new Set(ruled.flatMap((region) => region.rows));
  const rest = rows.filter((row) => !taken.has(row));
  return [...ruled, ...openRegions(rest, level, prose)];
}

/** Rows between consecutive level rules of about the same extent, as long as they look like rows of a table. */
function ruledRegions(rows: readonly TextRow[], level: readonly Edge[], prose: ReadonlySet<TextRow>): TextRegion[] {
  const regions: TextRegion[] = [];
  for (const group of sameExtent(level)) {
    let run: Edge[] = [];
    let inside: TextRow[] = [];
    const close = () => {
      const tableRows = inside.filter(isTableRow);
      if (run.length >= 2 && tableRows.length >= 2 && tableRows.length >= 0.35 * inside.length) {
        regions.push({ rows: inside, rules: run, ruled: true });
      }
      run = [];
      inside = [];
    };
    for (const rule of group) {
      const above = run.at(-1);
      if (above !== undefined) {
        const between = rows.filter(({ box }) => isBetween(box, above, rule));
        if (looksLikeRows(between, prose, rule)) inside.push(...between.filter((row) => !inside.includes(row)));
        else close();
      }
      run.push(rule);
    }
    close();
  }
  return withoutOverlap(regions);
}

function isBetween(box: Box, above: Edge, below: Edge): boolean {
  const middle = (box.y0 + box.y1) / 2;
  return middle > above.at && middle < below.at && box.x1 > above.start - 2 && box.x0 < above.end + 2;
}

function looksLikeRows(rows: readonly TextRow[], prose: ReadonlySet<TextRow>, rule: Edge): boolean {
  if (rows.length === 0) return true;
  if (rows.filter((row) => prose.has(row)).length > 0.3 * rows.length || hasBreak(rows)) return false;
  const height = (rows.at(-1)?.box.y1 ?? 0) - (rows[0]?.box.y0 ?? 0);
  const short = rows.filter(({ box }) => boxWidth(box) < 0.75 * (rule.end - rule.start)).length;
  const several = rows.filter(isTableRow).length;
  return several > 0.3 * rows.length || (rows.length <= 3 && short === rows.length && height < 80);
}

/** Whether a stretch of white as between two tables runs through the rows, with no row of values right below it. */
function hasBreak(rows: readonly TextRow[]): boolean {
  return rows.some((row, index) => {
    const next = rows[index + 1];
    if (next === undefined || hasValues(next)) return false;
    return next.box.y0 - row.box.y1 > (widestPitch - 0.4) * Math.max(row.sizePt, next.sizePt);
  });
}

/** Whether at least half of what stands beside the first piece of a row are values. */
export function hasValues({ chunks }: TextRow): boolean {
  const rest = chunks.slice(1);
  return rest.length > 0 && rest.filter(({ text }) => isValueText(text)).length >= 0.5 * rest.length;
}

/** Groups of level rules that begin and end at about the same places, each from top to bottom. */
function sameExtent(level: readonly Edge[]): Edge[][] {
  const groups: Edge[][] = [];
  for (const edge of [...level].sort((a, b) => a.at - b.at)) {
    if (edge.end - edge.start < 60) continue;
    const group = groups.find(([first]) => first !== undefined && sharesExtent(first, edge));
    if (group === undefined) groups.push([edge]);
    else group.push(edge);
  }
  return groups.filter((group) => group.length >= 2);
}

function sharesExtent(a: Edge, b: Edge): boolean {
  const overlap = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return overlap >= 0.9 * Math.max(a.end - a.start, b.end - b.start);
}

function withoutOverlap(regions: readonly TextRegion[]): TextRegion[] {
  const kept: TextRegion[] = [];
  const taken = new Set<TextRow>();
  for (const region of [...regions].sort((a, b) => b.rows.length - a.rows.length)) {
    if (region.rows.some((row) => taken.has(row))) continue;
    for (const row of region.rows) taken.add(row);
    kept.push(region);
  }
  return kept;
}

/** Runs of rows with columns, together with the lines between them, broken by prose, by distance and by other columns. */
function openRegions(rows: readonly TextRow[], level: readonly Edge[], prose: ReadonlySet<TextRow>): TextRegion[] {
  const regions: TextRegion[] = [];
  let current: TextRow[] = [];
  let pending: TextRow[] = [];
  const close = () => {
    if (current.length >= 2) regions.push({ rows: current, rules: rulesAcross(current, level), ruled: false });
    current = [];
    pending = [];
  };
  for (const row of rows) {
    const last = pending.at(-1) ?? current.at(-1);
    const far = last !== undefined && row.box.y0 - last.box.y1 > (widestPitch - 1) * Math.max(row.sizePt, last.sizePt);
    if (prose.has(row) || far) close();
    if (prose.has(row)) continue;
    if (isTableRow(row)) {
      if (current.length > 0 && !fitsColumns(current, row)) close();
      current.push(...pending, row);
      pending = [];
    } else if (current.length > 0) {
      pending.push(row);
      if (pending.length > mostSingles) close();
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

/** Whether a row keeps to the columns of the rows above: few of its chunks lie across their white. */
function fitsColumns(above: readonly TextRow[], row: TextRow): boolean {
  const recent = above.filter(isTableRow).slice(-12);
  if (recent.length < 2) return true;
  const gaps = findColumnGaps(recent);
  if (gaps.length === 0) return true;
  const crossing = row.chunks.filter(({ words }) =>
    words.some(({ box }) => gaps.some(({ start, end }) => box.x0 < start && box.x1 > end)),
  );
  const together = findColumnGaps([...recent, row]).length;
  return crossing.length < row.chunks.length && together >= Math.min(gaps.length, 1);
}

/** Two pieces or more that are not running text beside a label or in newspaper columns. */
export function isTableRow({ chunks }: TextRow): boolean {
  const pieces = chunks.filter((chunk) => !chunk.words.every(isLeader));
  const [first, second] = pieces;
  if (first === undefined || second === undefined) return false;
  if (pieces.length === 2 && isLabelText(first.text) && !isValueText(second.text)) return false;
  const long = pieces.filter((chunk) => chunk.words.length >= 6);
  return (
    long.length < 2 && !(pieces.length === 2 && long.length === 1 && !pieces.some((piece) => isValueText(piece.text)))
  );
}

/** Lines of running text: long, alone in their row or beside another long one, and stacked with a line like them. */
function findProse(rows: readonly TextRow[]): Set<TextRow> {
  const prose = new Set<TextRow>();
  rows.forEach((row, index) => {
    const long = row.chunks.filter(isSentencePiece);
    // Beside running text stands at most a label, or more running text.
    if (long.length === 0 || row.chunks.length - long.length > 1) return;
    if (long.length < row.chunks.filter((chunk) => chunk.words.length > 1).length) return;
    const neighbours = [rows[index - 1], rows[index + 1], rows[index - 2], rows[index + 2]];
    const stacked = neighbours.some((other) =>
      other?.chunks.some((chunk) => long.some((piece) => isStacked(piece, chunk))),
    );
    if (stacked || long.some((piece) => piece.words.length >= 12)) prose.add(row);
  });
  return prose;
}

function isSentencePiece(chunk: Chunk): boolean {
  const letters = chunk.text.replace(/[^\p{Ll}]/gu, '').length;
  return chunk.words.length >= 5 && boxWidth(chunk.box) > 12 * chunk.sizePt && letters > 0.5 * chunk.text.length;
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
