import { median } from '../../statistics.ts';
import { rowsFromHeader } from '../headers/header-beyond.ts';
import { mergeRows, rowsOf } from '../rules/ruled-regions.ts';
import { hasValues, isTableRow } from '../table-row.ts';
import type { TextRow } from '../text-rows.ts';
import { type ColumnGap, findColumnGaps } from './column-cuts.ts';
import { continuesCell } from './find-prose.ts';
import type { TextRegion } from './text-region.ts';

/** Maximum distance of a row from the region it belongs to, in line heights. */
const reachLines = 1.2;
/** A single line whose middle is closer to that of the table than this, in points, is its title. */
const offCentrePt = 12;
/** Notes begin within this distance of the left end of the rules, in points. */
const notePt = 10;

/**
 * Extends a region by the rows right above and below that fit its columns or continue a cell, and an unruled one by the
 * headings right above: lines within its width and off its left edge, such as one heading centred over several columns. Rows of other
 * regions are `taken`.
 */
export function extendRegion(region: TextRegion, rows: readonly TextRow[], taken: ReadonlySet<TextRow>): TextRegion {
  const gaps = findColumnGaps(rowsOf(region));
  const fits = (row: TextRow) =>
    !taken.has(row) &&
    isTableRow(row) &&
    row.chunks.length >= 0.6 * (gaps.length + 1) &&
    row.chunks.every(({ words }) =>
      words.every(({ box }) => !gaps.some(({ start, end }) => box.x0 < start - 1 && box.x1 > end + 1)),
    );
  const x0 = Math.min(...region.rows.map(({ box }) => box.x0));
  const x1 = Math.max(...region.rows.map(({ box }) => box.x1));
  const isHeading = (row: TextRow) =>
    !taken.has(row) &&
    row.box.x0 > x0 + 0.12 * (x1 - x0) &&
    row.box.x1 <= x1 + 2 * row.sizePt &&
    row.chunks.every(({ words }) => words.length <= 5) &&
    (row.chunks.length > 1 || Math.abs(row.box.x0 + row.box.x1 - x0 - x1) > offCentrePt);
  const opening = bandAbove(region, rows).filter((row) => !taken.has(row));
  if (opening.length > 0 && opening.some(hasValues) && fits(mergeRows(opening)))
    return extendRegion(
      { ...region, rows: [...opening, ...region.rows], bands: [opening, ...region.bands] },
      rows,
      taken,
    );
  const near = adopt(rows, region.rows[0], -1, (row, added) => {
    const headingFits = !region.ruled || added.length > 0 || isOpenAbove(region);
    return fits(row) || (headingFits && isHeading(row));
  });
  const headed = near.every(hasValues) ? fromHeader(region, rows, taken, gaps).toReversed() : [];
  const above = headed.length > near.length ? headed : near;
  const band = bandBelow(region, rows).filter((row) => !taken.has(row));
  if (band.length > 0 && fits(mergeRows(band))) {
    return { ...region, rows: [...above.toReversed(), ...region.rows, ...band], bands: [...region.bands, band] };
  }
  const isWrapped = (row: TextRow) =>
    !taken.has(row) && row.chunks.every((chunk) => continuesCell(chunk, rows, rows.indexOf(row)));
  const below = adopt(rows, region.rows.at(-1), 1, (row) => fits(row) || isWrapped(row));
  if (above.length + below.length === 0) return region;
  return { ...region, rows: [...above.toReversed(), ...region.rows, ...below] };
}

/** The rows above a region from its header on, if that is further away; none of them is `taken`. */
function fromHeader(
  { rows: own }: TextRegion,
  rows: readonly TextRow[],
  taken: ReadonlySet<TextRow>,
  gaps: readonly ColumnGap[],
): readonly TextRow[] {
  const start = own[0] === undefined ? 0 : rows.indexOf(own[0]);
  const free = rows.slice(0, start).findLastIndex((row) => taken.has(row)) + 1;
  return rowsFromHeader(own, rows.slice(free, start), gaps);
}

/** Whether a ruled table has a header above its first rule, or none in it. */
function isOpenAbove({ rows: [first], rules: [top] }: TextRegion): boolean {
  return first !== undefined && (hasValues(first) || (top !== undefined && first.box.y1 <= top.at));
}

/** If rules separate every row, the lines right below the last rule: a row that no rule or fill closes. */
function bandBelow({ rules, bands }: TextRegion, rows: readonly TextRow[]): TextRow[] {
  const last = rules.at(-1);
  if (bands.length === 0 || last === undefined) return [];
  const heights = rules.slice(1).map(({ at }, index) => at - (rules[index]?.at ?? at));
  const end = last.at + Math.max(...heights);
  const below = rows.filter(({ box }) => (box.y0 + box.y1) / 2 > last.at && box.y1 < end);
  // A single line below the first one that begins where labels do is a note.
  const note = below.findIndex(
    (row, index) => index > 0 && row.chunks.length === 1 && row.box.x0 < last.start + notePt,
  );
  return note < 0 ? below : below.slice(0, note);
}

/** If rules separate every row, the lines right above the first rule: a first row with a rule below it only. */
function bandAbove({ rows: [top], rules, bands }: TextRegion, rows: readonly TextRow[]): TextRow[] {
  const [first] = rules;
  if (bands.length === 0 || first === undefined || top === undefined || top.box.y0 < first.at) return [];
  const heights = rules.slice(1).map(({ at }, index) => at - (rules[index]?.at ?? at));
  const start = first.at - median(heights);
  return rows.filter(({ box }) => (box.y0 + box.y1) / 2 < first.at && box.y0 > start);
}

/** Adjacent rows from one end of a region outwards, as long as they are near and accepted. */
function adopt(
  rows: readonly TextRow[],
  end: TextRow | undefined,
  step: -1 | 1,
  accepts: (row: TextRow, added: readonly TextRow[]) => boolean,
): TextRow[] {
  const added: TextRow[] = [];
  let last = end;
  for (let index = (end === undefined ? -1 : rows.indexOf(end)) + step; last !== undefined; index += step) {
    const row = rows[index];
    if (row === undefined) break;
    const gap = step < 0 ? last.box.y0 - row.box.y1 : row.box.y0 - last.box.y1;
    if (gap > reachLines * row.sizePt || !accepts(row, added)) break;
    added.push(row);
    last = row;
  }
  return added;
}
