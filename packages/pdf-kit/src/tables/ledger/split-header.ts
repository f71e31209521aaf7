import { labelsValue } from '../accounting/states-value.ts';
import type { Edge } from '../rules/edges.ts';
import type { TextRow } from '../text-rows.ts';
import { type AmountColumn, overlapPt } from './amount-columns.ts';
import { isCountHeading } from './count-headings.ts';
import type { TableCandidate } from './find-table-candidates.ts';
import { firstRecord, goesOn } from './first-record.ts';
import { beginsRecord, isCentredOver, isHeading, isWithoutAmounts } from './heading-lines.ts';
import { leadsAmounts } from './left-headings.ts';
import { isAmount, type Piece, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const { reachEm, wideReach, headedShare, closeEm, groupEm, pitchEm, spanShare, bandEm, maxLines, maxSingles } =
  ledgerThresholds.header;

/** Lines that overlap vertically by this share of their type size are side by side. */
const besideShare = 0.3;

/** A candidate with its leading lines classified. */
export interface HeadedCandidate extends TableCandidate {
  /** The line above the table that names it, or null. */
  readonly title: TextRow | null;
  readonly header: readonly TextRow[];
  /** Lines below the header that belong to the body: the name of the first section. */
  readonly first: readonly TextRow[];
}

/**
 * Finds the header above the first amounts: lines of several headings, or of one above the columns of amounts. A line
 * at the left edge between header and amounts names the first section; one above the header names the table. `known` is
 * the header of the table of the page before.
 */
export function splitHeader(
  candidate: TableCandidate,
  level: readonly Edge[],
  known: readonly TextRow[] = [],
): HeadedCandidate {
  const own = headersInBody(candidate);
  const body = candidate.body.slice(own.length);
  const above = [...candidate.lead, ...own];
  const left = Math.min(...body.map(({ box }) => box.x0));
  let below = body[0];
  let header: TextRow[] = [];
  let first: TextRow[] = [];
  let singles: TextRow[] = [];
  let title: TextRow | null = null;
  for (const [index, row] of above.toReversed().entries()) {
    // The name of the first section may be between.
    const next = above.toReversed().slice(index, index + maxLines);
    const reach = header.length === 0 && next.some((own) => headsMost(own, candidate.amountColumns)) ? wideReach : 1;
    if (below === undefined || !isNear(row, below, reach) || header.length >= maxLines) break;
    if (isBand(row, body, level, header) || isAboveRule(row, body, level, header)) break;
    const beginsBelow = header.length === 0 && isBelowHeader(next, below, body, candidate.amountColumns);
    if (beginsBelow && singles.length < maxSingles) singles = [row, ...singles];
    else if (singles.length === 0 && (isFirstLine(row, header[0]) || isBesideLines(row, header[0])))
      header = [row, ...header];
    else if ((header.length > 0 || singles.length === 0) && known.some((own) => isPrintedAgain(own, row)))
      header = [row, ...header];
    else if (
      isCountHeading(row, body[0]) ||
      (!(header.length === 0 && goesOn(row, body.map(piecesOf))) &&
        isHeading(row, candidate.amountColumns, left, header))
    ) {
      if (header.length > 0 && (singles.length > 0 || !isSameHeader(row, below, level, candidate.amountColumns))) break;
      if (header.length === 0) first = singles;
      singles = [];
      header = [row, ...header];
    } else if (
      (isSection(row, candidate.amountColumns) || beginsRecord(row) || isWithoutAmounts(row)) &&
      singles.length < maxSingles
    ) {
      singles = [row, ...singles];
    } else break;
    below = row;
  }
  if (header.length === 0) {
    const prose = singles.length === 0 && candidate.above !== null ? [candidate.above] : [];
    first = firstRecord([...prose, ...singles], body);
    title = singles.findLast((row) => piecesOf(row).length === 1 && !first.includes(row)) ?? null;
  } else title = titleAbove(above, header[0]);
  return { ...candidate, body, header, first, title };
}

/** Whether a line of a header has the same words in the same places as one of the page before. */
function isPrintedAgain(known: TextRow, row: TextRow): boolean {
  const own = piecesOf(row);
  const other = piecesOf(known);
  return (
    own.length === other.length &&
    own.every(({ x0, chunk }, index) => {
      const before = other[index];
      return before?.chunk.text === chunk.text && Math.abs(before.x0 - x0) < 1;
    })
  );
}

/**
 * Whether a single line above a header is on its own background across all columns: the title of the table or of a page
 * section.
 */
function isBand(row: TextRow, body: readonly TextRow[], level: readonly Edge[], header: readonly TextRow[]): boolean {
  const isEdge = (y: number) =>
    rulesAcross(body, level).some(({ at, soft }) => soft && Math.abs(at - y) < bandEm * row.sizePt);
  return header.length > 0 && piecesOf(row).length === 1 && isEdge(row.box.y0) && isEdge(row.box.y1);
}

/**
 * Whether a single line, or one in regular type over bold headings, is above a header that has rules across all columns
 * above and below: the title of the table, or the last line of an address above it.
 */
function isAboveRule(
  row: TextRow,
  body: readonly TextRow[],
  level: readonly Edge[],
  header: readonly TextRow[],
): boolean {
  const [first] = header;
  const last = header.at(-1);
  if (first === undefined || last === undefined) return false;
  if (piecesOf(row).length !== 1 && !(header.every(isBold) && !piecesOf(row).some(({ chunk }) => chunk.bold)))
    return false;
  const rules = rulesAcross(body, level).filter(({ soft }) => !soft);
  const isBetween = (y0: number, y1: number) => rules.some(({ at }) => at > y0 - 1 && at < y1 + 1);
  // A heading over all columns has the top rule of the table above it.
  const isInside = isBetween(row.box.y0 - reachEm * row.sizePt, row.box.y0);
  return !isInside && isBetween(row.box.y1, first.box.y0) && isBetween(last.box.y1, body[0]?.box.y0 ?? 0);
}

function isBold(row: TextRow): boolean {
  return piecesOf(row).every(({ chunk }) => chunk.bold);
}

/** Rules, and edges of backgrounds, that cross all columns. */
function rulesAcross(body: readonly TextRow[], level: readonly Edge[]): readonly Edge[] {
  const x0 = Math.min(...body.map(({ box }) => box.x0));
  const x1 = Math.max(...body.map(({ box }) => box.x1));
  return level.filter(({ start, end }) => overlapPt({ x0: start, x1: end }, { x0, x1 }) > spanShare * (x1 - x0));
}

/** Headings above most columns of amounts, or at the left of each, may be further away. */
function headsMost(row: TextRow, amountColumns: readonly AmountColumn[]): boolean {
  const heads = piecesOf(row);
  const headed = amountColumns.filter((column) =>
    heads.some((head) => head.kind !== 'number' && overlapPt(column, head) > 0),
  );
  const isOver = headed.length >= headedShare * amountColumns.length || leadsAmounts(heads, amountColumns);
  return heads.length > 2 && isOver;
}

/**
 * Whether a line, the first of `rows`, is one of the record below it rather than its heading: with the lines above it that
 * begin where the record does, it is nearer to the record than to a line of several headings.
 */
function isBelowHeader(
  rows: readonly TextRow[],
  below: TextRow,
  body: readonly TextRow[],
  amountColumns: readonly AmountColumn[],
): boolean {
  const end = rows.findIndex(
    (row) =>
      piecesOf(row).length > 2 &&
      piecesOf(row).every(({ kind }) => kind === 'text') &&
      piecesOf(row).some((head) => amountColumns.some((column) => overlapPt(column, head) > 0)),
  );
  const lines = rows.slice(0, Math.max(0, end));
  const [last] = lines;
  const first = lines.at(-1);
  if (
    last === undefined ||
    first === undefined ||
    !lines.every(({ box }) => Math.abs(box.x0 - (body[0]?.box.x0 ?? 0)) < 1)
  )
    return false;
  const gapBelow = below.box.y0 - last.box.y1;
  return gapBelow < closeEm * last.sizePt && first.box.y0 - (rows[end]?.box.y1 ?? 0) > gapBelow + last.sizePt / 2;
}

/**
 * Whether a line is the first of two-line headings: right above them, in the same style and no wider than their
 * columns.
 */
function isFirstLine(row: TextRow, header: TextRow | undefined): boolean {
  const firsts = piecesOf(row);
  if (header === undefined || firsts.length >= piecesOf(header).length) return false;
  // A title is one text at the left: other lines may be as far above as any line of a header.
  const isAtLeft = firsts.every(({ x0 }) => x0 < header.box.x0 + 1);
  const widestEm = firsts.length === 1 && isAtLeft ? pitchEm : closeEm;
  if (header.box.y0 - row.box.y1 > widestEm * row.sizePt || Math.abs(header.sizePt - row.sizePt) > 0.1) return false;
  const heads = piecesOf(header);
  return firsts.every((first) => {
    const index = heads.findIndex(
      ({ x0, x1, chunk }) =>
        chunk.bold === first.chunk.bold &&
        (Math.abs(x0 - first.x0) < 1 || Math.abs(x1 - first.x1) < 1 || Math.abs(x0 + x1 - first.x0 - first.x1) < 2),
    );
    return (
      index >= 0 &&
      first.x0 > (heads[index - 1]?.x1 ?? Number.NEGATIVE_INFINITY) &&
      first.x1 < (heads[index + 1]?.x0 ?? Number.POSITIVE_INFINITY)
    );
  });
}

/** Whether a line is vertically centred beside the lines of a header: a one-line heading among two-line ones. */
function isBesideLines(row: TextRow, header: TextRow | undefined): boolean {
  if (header === undefined || row.box.y1 - header.box.y0 < besideShare * row.sizePt) return false;
  return piecesOf(row).every((piece) => piecesOf(header).every((head) => overlapPt(head, piece) <= 0));
}

/** Whether two lines belong to one header: close together, or separated by the rule under a spanning heading. */
function isSameHeader(
  row: TextRow,
  below: TextRow,
  level: readonly Edge[],
  amountColumns: readonly AmountColumn[],
): boolean {
  const gapEm = (below.box.y0 - row.box.y1) / Math.max(row.sizePt, below.sizePt);
  if (gapEm <= closeEm || (gapEm <= groupEm && isOverAmounts(row, below, amountColumns))) return true;
  const [only, ...others] = piecesOf(row);
  if (only !== undefined && others.length === 0 && gapEm <= groupEm && isCentredOver(only, below)) return true;
  const widthPt = below.box.x1 - below.box.x0;
  return level.some(
    ({ at, start, end }) => at > row.box.y1 - 1 && at < below.box.y0 + 1 && end - start < spanShare * widthPt,
  );
}

/**
 * Several headings above only amounts, in the style of those below: each heads a group of columns, or is the first line
 * of a date.
 */
function isOverAmounts(row: TextRow, below: TextRow, amountColumns: readonly AmountColumn[]): boolean {
  const pieces = piecesOf(row);
  if (beginDates(pieces, piecesOf(below))) return true;
  const x0 = Math.min(...amountColumns.map((column) => column.x0)) - row.sizePt;
  const bold = isBold(below);
  return (
    pieces.length > 1 &&
    pieces.length < piecesOf(below).length &&
    pieces.every(
      (piece) => piece.x0 > x0 && piece.chunk.bold === bold && (piece.kind === 'text' || piece.kind === 'year'),
    )
  );
}

/** Whether each heading is a day centred above its year: `January 28,` over `2023`. */
function beginDates(days: readonly Piece[], years: readonly Piece[]): boolean {
  return (
    days.length > 1 &&
    days.length === years.length &&
    days.every(({ kind, x0, x1 }, index) => {
      const year = years[index];
      return kind === 'date' && year?.kind === 'year' && Math.abs(x0 + x1 - year.x0 - year.x1) < 4;
    })
  );
}

/** A line with nothing above the columns of amounts: a section name or a title. */
function isSection(row: TextRow, amountColumns: readonly AmountColumn[]): boolean {
  const pieces = piecesOf(row);
  return (
    pieces.length === 1 ||
    (pieces.length === 2 && !pieces.some((piece) => amountColumns.some((column) => overlapPt(column, piece) > 0)))
  );
}

/**
 * The single line right above a header, or the one above that if it is a remark in brackets, such as a unit. A label with
 * its value is no title.
 */
function titleAbove(above: readonly TextRow[], header: TextRow | undefined): TextRow | null {
  const index = header === undefined ? -1 : above.indexOf(header);
  const row = above[index - 1];
  if (row === undefined || header === undefined || piecesOf(row).length !== 1 || !isNear(row, header, 2)) return null;
  const text = row.chunks[0]?.text ?? '';
  if (/^\(.*\)$/.test(text)) return titleAbove(above, row);
  return labelsValue(text) ? null : row;
}

/** Rows of years, codes or periods at the top, which are not amounts like those below them. */
function headersInBody({ body }: TableCandidate): readonly TextRow[] {
  const firstAmounts = body.findIndex((row) => !piecesOf(row).some((piece) => isAmount(piece)) === false);
  return body.slice(0, Math.max(0, firstAmounts));
}

function isNear(row: TextRow, below: TextRow, factor = 1): boolean {
  return below.box.y0 - row.box.y1 <= factor * reachEm * Math.max(row.sizePt, below.sizePt);
}
