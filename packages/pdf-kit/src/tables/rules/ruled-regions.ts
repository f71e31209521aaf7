import { boxWidth, containsMiddle, uniteBoxes } from '../../page-model/box.ts';
import type { Box } from '../../page-model/types.ts';
import { median } from '../../statistics.ts';
import type { Chunk } from '../chunk.ts';
import { isClearlyLarger } from '../is-clearly-larger.ts';
import { hasValues, isTableRow } from '../table-row.ts';
import type { TextRow } from '../text-rows.ts';
import { isEntryText } from '../value-text.ts';
import type { TextRegion } from '../whitespace/text-region.ts';
import type { Edge } from './edges.ts';

/** Vertical whitespace larger than this, in line heights, separates tables even between two rules. */
const tallestGap = 2.2;
/**
 * Rules separate every row of a table if there are at least this many bands between them, and this share of them is one
 * row each.
 */
const minBands = 3;
const oneRowShare = 0.8;
/** Lines of one heading have at most this much space between them, in line heights. */
const widestLeading = 0.8;
/** Maximum lines of a row. */
const maxLines = 10;

/** Rows between consecutive horizontal rules of about the same extent, as long as they look like table rows. */
export function findRuledRegions(
  rows: readonly TextRow[],
  level: readonly Edge[],
  prose: ReadonlySet<TextRow>,
): TextRegion[] {
  const groups = sameExtent(level).filter((rules) => !rules.every((rule) => underlinesHeading(rule, rows)));
  const regions = groups.flatMap((rules) => {
    const looksRight: BandTest = (band, rule) => looksLikeRows(band, prose, rule);
    const byRows = regionsBetween(rules, rows, (band, rule) => looksRight(band, rule) || isOneRow(band));
    // Lines that could be one row are taken for one if all bands around them are.
    return byRows.every(({ bands }) => bands.length > 0) ? byRows : regionsBetween(rules, rows, looksRight);
  });
  return withoutOverlap(regions);
}

/** A heading is this close above the rule that underlines it, in line heights. */
const headingReach = 0.5;

/** Whether the last line above a rule is larger than most, alone in the width of the rule and at its start. */
function underlinesHeading({ at, start, end }: Edge, rows: readonly TextRow[]): boolean {
  const above = rows.flatMap(({ chunks }) =>
    chunks.filter(({ box }) => box.x1 > start && box.x0 < end && (box.y0 + box.y1) / 2 < at),
  );
  const [heading, before] = above.sort((a, b) => b.box.y1 - a.box.y1);
  if (heading === undefined) return true;
  const isAlone = before === undefined || before.box.y1 <= heading.box.y0;
  const isAtRule =
    at - heading.box.y1 < headingReach * heading.sizePt && Math.abs(heading.box.x0 - start) <= sameStartPt;
  return isAlone && isAtRule && isClearlyLarger(heading.sizePt, median(rows.map(({ sizePt }) => sizePt)));
}

/** Whether the lines of a band above a rule belong to a table. */
type BandTest = (band: readonly TextRow[], rule: Edge) => boolean;

function regionsBetween(rules: readonly Edge[], rows: readonly TextRow[], belongs: BandTest): TextRegion[] {
  const regions: TextRegion[] = [];
  let run: Edge[] = [];
  let bands: TextRow[][] = [];
  const close = () => {
    const region = toRegion(run, bands, rows);
    if (region !== null) regions.push(region);
    run = [];
    bands = [];
  };
  for (const rule of rules) {
    const above = run.at(-1);
    if (above !== undefined) {
      const band = rows.filter(({ box }) => isBetween(box, above, rule));
      if (belongs(band, rule)) bands.push(band);
      else close();
    }
    run.push(rule);
  }
  close();
  return regions;
}

function toRegion(rules: readonly Edge[], bands: readonly TextRow[][], all: readonly TextRow[]): TextRegion | null {
  const filled = bands.filter(({ length }) => length > 0);
  const rows = withRowsAmong(filled.flat(), all);
  const single = filled.filter(isOneRow);
  const separatesRows = single.length >= minBands && single.length >= oneRowShare * filled.length;
  const tableRows = separatesRows ? filled.map(mergeRows).filter(isTableRow) : rows.filter(isTableRow);
  const fewest = 0.35 * (separatesRows ? filled.length : rows.length);
  if (rules.length < 2 || tableRows.length < 2 || tableRows.length < fewest) return null;
  return { rows, rules, ruled: true, bands: separatesRows ? single : [] };
}

/**
 * Rows with those that are among them but not under the rules, which other rows exceed: left out, they would be in
 * another table in the same place.
 */
function withRowsAmong(rows: readonly TextRow[], all: readonly TextRow[]): readonly TextRow[] {
  if (rows.length === 0) return [];
  const own = new Set(rows);
  const box = uniteBoxes(rows.map((row) => row.box));
  return all.filter((row) => own.has(row) || containsMiddle(box, row.box));
}

/** Whether the lines between two rules form one row, rather than several with values beside a label. */
function isOneRow(rows: readonly TextRow[]): boolean {
  if (rows.length === 0 || rows.length > maxLines || hasBreak(rows)) return false;
  const valued = rows.filter(({ chunks }) => chunks.slice(1).some(({ text }) => isEntryText(text)));
  if (valued.length > 1) return false;
  const whole = mergeRows(rows);
  return rows.length === 1 || whole.chunks.length > 2 || isTableRow(whole) || isWrapped(rows);
}

/** Tolerance for aligned text edges, in points. */
const sameStartPt = 2;

/** Whether the lines below the first continue its text beside a label. */
function isWrapped([first, ...others]: readonly TextRow[]): boolean {
  const cells = first?.chunks.slice(1) ?? [];
  const goesOn = ({ box }: Chunk) => cells.some((cell) => Math.abs(cell.box.x0 - box.x0) <= sameStartPt);
  return cells.length > 0 && others.every(({ chunks }) => chunks.every(goesOn));
}

/** The rows of a region: the lines between two rules count as one where rules separate every row. */
export function rowsOf({ rows, bands }: Pick<TextRegion, 'rows' | 'bands'>): TextRow[] {
  const banded = new Set(bands.flat());
  const single = rows.filter((row) => !banded.has(row));
  const whole = bands.flatMap((band) => (hasSpan(band) ? band : [mergeRows(band)]));
  return [...whole, ...single].sort((a, b) => a.box.y0 - b.box.y0);
}

/** Whether a piece overlaps two of another line: a spanning heading. */
function hasSpan(rows: readonly TextRow[]): boolean {
  const overlaps = (a: Chunk, b: Chunk) => a.box.x0 < b.box.x1 && b.box.x0 < a.box.x1;
  return rows.some((row) =>
    row.chunks.some((chunk) =>
      rows.some((other) => other !== row && other.chunks.filter((piece) => overlaps(chunk, piece)).length > 1),
    ),
  );
}

/** The lines of a band as one row: pieces that overlap horizontally are joined. */
export function mergeRows(rows: readonly TextRow[]): TextRow {
  const [first] = rows;
  if (first === undefined) throw new TypeError('A row has at least one line');
  const merged: Chunk[] = [];
  for (const chunk of rows.flatMap(({ chunks }) => chunks).sort((a, b) => a.box.x0 - b.box.x0)) {
    const last = merged.at(-1);
    if (last === undefined || chunk.box.x0 > last.box.x1) merged.push(chunk);
    else merged[merged.length - 1] = joinChunks(last, chunk);
  }
  return { ...first, chunks: merged, box: uniteBoxes(rows.map(({ box }) => box)) };
}

function joinChunks(above: Chunk, below: Chunk): Chunk {
  const words = [...above.words, ...below.words].sort((a, b) => a.box.x0 - b.box.x0);
  return { ...above, words, box: uniteBoxes([above.box, below.box]), text: `${above.text} ${below.text}` };
}

export function isBetween(box: Box, above: Edge, below: Edge): boolean {
  const middle = (box.y0 + box.y1) / 2;
  return middle > above.at && middle < below.at && box.x1 > above.start - 2 && box.x0 < above.end + 2;
}

function looksLikeRows(rows: readonly TextRow[], prose: ReadonlySet<TextRow>, rule: Edge): boolean {
  if (rows.length === 0) return true;
  if (rows.filter((row) => prose.has(row)).length > 0.3 * rows.length || hasBreak(rows)) return false;
  const height = (rows.at(-1)?.box.y1 ?? 0) - (rows[0]?.box.y0 ?? 0);
  const short = rows.filter(({ box }) => boxWidth(box) < 0.75 * (rule.end - rule.start)).length;
  const several = rows.filter(isTableRow).length;
  const isHeading = rows.length <= 3 && short === rows.length && height < 80 && !isSpaced(rows);
  return several > 0.3 * rows.length || isHeading;
}

/** Whether lines are further apart than those of one text: a note below a table and the title of the next. */
function isSpaced(rows: readonly TextRow[]): boolean {
  return rows.some(({ box, sizePt }, index) => box.y0 - (rows[index - 1]?.box.y1 ?? box.y0) > widestLeading * sizePt);
}

/** Whether there is a vertical gap between the rows as between two tables, with no row of values right below it. */
function hasBreak(rows: readonly TextRow[]): boolean {
  return rows.some((row, index) => {
    const next = rows[index + 1];
    if (next === undefined || hasValues(next)) return false;
    return next.box.y0 - row.box.y1 > tallestGap * Math.max(row.sizePt, next.sizePt);
  });
}

/** Groups of horizontal rules of about the same extent, each from top to bottom. */
export function sameExtent(level: readonly Edge[]): Edge[][] {
  const groups: Edge[][] = [];
  for (const edge of [...level].sort((a, b) => a.at - b.at)) {
    if (edge.end - edge.start < 60) continue;
    const group = groups.find(([first]) => first !== undefined && sharesExtent(first, edge));
    if (group === undefined) groups.push([edge]);
    else group.push(edge);
  }
  return groups.filter((group) => group.length >= 2);
}

/** Stripes of one table end together, where its rules may be longer than its header. */
function sharesExtent(a: Edge, b: Edge): boolean {
  if (a.soft && b.soft) return Math.abs(a.start - b.start) <= sameStartPt && Math.abs(a.end - b.end) <= sameStartPt;
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
