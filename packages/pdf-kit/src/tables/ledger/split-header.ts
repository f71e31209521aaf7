import type { Edge } from '../edges.ts';
import type { TextRow } from '../text-rows.ts';
import { type AmountColumn, overlapPt } from './amount-columns.ts';
import { isCountHeading } from './count-headings.ts';
import type { TableCandidate } from './find-table-candidates.ts';
import { firstRecord, goesOn } from './first-record.ts';
import { leadsAmounts, leadsEach } from './left-headings.ts';
import { hasPeriodEach, periodsOf } from './periods.ts';
import { behindCount, isAmount, type Piece, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const {
  reachEm,
  wideReach,
  headedShare,
  closeEm,
  groupEm,
  pitchEm,
  spanShare,
  bandEm,
  maxLines,
  maxWords,
  maxSingles,
  minDigits,
} = ledgerThresholds.header;

const telephone = /^[+(]?\d[\d ()/-]{7,}$/;

/** A candidate with its first lines distinguished. */
export interface HeadedCandidate extends TableCandidate {
  /** The line above the table that names it, or null. */
  readonly title: TextRow | null;
  readonly header: readonly TextRow[];
  /** Lines under the header that belong to the body: the name of the first section. */
  readonly first: readonly TextRow[];
}

/**
 * Looks for the header above the first amounts: lines of several headings, or of one over the columns of amounts. A line
 * at the left edge between header and amounts names the first section; one above the header names the table. `known` is the
 * header of the table of the page before.
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
    // The name of the first section may stand between.
    const next = above.toReversed().slice(index, index + maxLines);
    const reach = header.length === 0 && next.some((own) => headsMost(own, candidate.amountColumns)) ? wideReach : 1;
    if (below === undefined || !isNear(row, below, reach) || header.length >= maxLines) break;
    if (header.length > 0 && isBand(row, body, level)) break;
    if (singles.length === 0 && isFirstLine(row, header[0])) header = [row, ...header];
    else if (header.length > 0 && known.some((own) => isPrintedAgain(own, row))) header = [row, ...header];
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

/** Whether a line alone is on a ground of its own across all columns: the title of the table, or of a part of the page. */
function isBand(row: TextRow, body: readonly TextRow[], level: readonly Edge[]): boolean {
  const x0 = Math.min(...body.map(({ box }) => box.x0));
  const x1 = Math.max(...body.map(({ box }) => box.x1));
  const isEdge = (y: number) =>
    level.some(
      ({ at, start, end, soft }) =>
        soft &&
        Math.abs(at - y) < bandEm * row.sizePt &&
        overlapPt({ x0: start, x1: end }, { x0, x1 }) > spanShare * (x1 - x0),
    );
  return piecesOf(row).length === 1 && isEdge(row.box.y0) && isEdge(row.box.y1);
}

/** Headings over most columns of amounts head them from further off as well. */
function headsMost(row: TextRow, amountColumns: readonly AmountColumn[]): boolean {
  const heads = piecesOf(row);
  const headed = amountColumns.filter((column) =>
    heads.some((head) => head.kind !== 'number' && overlapPt(column, head) > 0),
  );
  return heads.length > 2 && headed.length >= headedShare * amountColumns.length;
}

/** Whether a line is the first of headings that have two: right above them, set like them and no wider than their columns. */
function isFirstLine(row: TextRow, header: TextRow | undefined): boolean {
  const firsts = piecesOf(row);
  if (header === undefined || firsts.length >= piecesOf(header).length) return false;
  // A title is one text, at the left: others may be as far above as any line of a header.
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

/** Whether two lines are of one header: set close to each other, or separated by the rule under a heading of several columns. */
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

/** Several headings over amounts alone, set like those below: each heads a group of columns, or is the first line of a date. */
function isOverAmounts(row: TextRow, below: TextRow, amountColumns: readonly AmountColumn[]): boolean {
  const pieces = piecesOf(row);
  if (beginDates(pieces, piecesOf(below))) return true;
  const x0 = Math.min(...amountColumns.map((column) => column.x0)) - row.sizePt;
  const bold = piecesOf(below).every(({ chunk }) => chunk.bold);
  return (
    pieces.length > 1 &&
    pieces.length < piecesOf(below).length &&
    pieces.every(
      (piece) => piece.x0 > x0 && piece.chunk.bold === bold && (piece.kind === 'text' || piece.kind === 'year'),
    )
  );
}

/** Whether each heading is a day over the middle of its year: `January 28,` over `2023`. */
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

/** A line with nothing over the columns of amounts: the name of a section, or a title. */
function isSection(row: TextRow, amountColumns: readonly AmountColumn[]): boolean {
  const pieces = piecesOf(row);
  return (
    pieces.length === 1 ||
    (pieces.length === 2 && !pieces.some((piece) => amountColumns.some((column) => overlapPt(column, piece) > 0)))
  );
}

/** Whether a line is the first of a record whose amounts are on its last one: a date before texts, a count before it. */
function beginsRecord(row: TextRow): boolean {
  const [key, ...others] = behindCount(row);
  return key?.kind === 'date' && others.some(({ kind }) => kind === 'text' || kind === 'code');
}

/** Whether a label has dashes for all of its amounts. */
function isWithoutAmounts(row: TextRow): boolean {
  const [label, ...others] = piecesOf(row);
  return label?.kind === 'text' && others.length > 0 && others.every(({ kind }) => kind === 'mark');
}

/** The line alone right above a header; above it, where that is a remark in brackets, such as a unit. */
function titleAbove(above: readonly TextRow[], header: TextRow | undefined): TextRow | null {
  const index = header === undefined ? -1 : above.indexOf(header);
  const row = above[index - 1];
  if (row === undefined || header === undefined || piecesOf(row).length !== 1 || !isNear(row, header, 2)) return null;
  return /^\(.*\)$/.test(row.chunks[0]?.text ?? '') ? titleAbove(above, row) : row;
}

/** Rows of years, codes or periods at the top, which are no amounts like those below them. */
function headersInBody({ body }: TableCandidate): readonly TextRow[] {
  const firstAmounts = body.findIndex((row) => !piecesOf(row).some((piece) => isAmount(piece)) === false);
  return body.slice(0, Math.max(0, firstAmounts));
}

function isNear(row: TextRow, below: TextRow, factor = 1): boolean {
  return below.box.y0 - row.box.y1 <= factor * reachEm * Math.max(row.sizePt, below.sizePt);
}

function isHeading(
  row: TextRow,
  amountColumns: readonly AmountColumn[],
  left: number,
  header: readonly TextRow[],
): boolean {
  if (arePeriods(row, amountColumns)) return true;
  const pieces = piecesOf(row);
  if (pieces.some(({ chunk }) => chunk.words.length > maxWords)) return false;
  if (pieces.some((piece) => piece.kind === 'number' && !isNumbering(piece))) return false;
  if (pieces.some(({ kind, chunk }) => kind === 'code' && /\d{6}/.test(chunk.text))) return false;
  // One number of a customer or a document is the value of the label before it; several may be of cost centres.
  const [number, ...numbers] = pieces.filter(
    ({ kind, chunk }) =>
      (kind === 'code' && chunk.text.replace(/\D/g, '').length >= minDigits) ||
      (kind === 'text' && telephone.test(chunk.text)),
  );
  if (number !== undefined && numbers.length === 0) return false;
  // A label with its value looks unlike it, or ends in a colon.
  if (pieces.some(({ chunk }) => /:$/.test(chunk.text))) return false;
  if (pieces.length > 1 && pieces[0]?.chunk.bold === true && !pieces.slice(1).some(({ chunk }) => chunk.bold))
    return false;
  if (beginsRecord(row) || isWithoutAmounts(row)) return false;
  const overAmounts = pieces.filter((piece) => amountColumns.some((column) => overlapPt(column, piece) > 0));
  // Days over amounts are those that the amounts are of; a time of day below one is a value of the same record.
  const ofDays = amountColumns.filter(({ pieces }) => pieces.some(({ kind }) => kind === 'number'));
  const isOverNumbers = (piece: Piece) => ofDays.some((column) => overlapPt(column, piece) > 0);
  if (
    pieces.slice(1).some((piece) => piece.kind === 'date' && !isOverNumbers(piece)) &&
    pieces.some(({ kind }) => kind === 'text')
  )
    return false;
  if (pieces.length > 1)
    return (
      overAmounts.length > 0 ||
      (row.box.x0 > left + 1 && leadsEach(pieces, amountColumns)) ||
      leadsAmounts(pieces, amountColumns)
    );
  const [only] = pieces;
  if (only === undefined || only.x0 <= left + 1) return false;
  if (isCentredOver(only, header[0])) return true;
  // One heading over several columns begins where the first of their headings does, or further right.
  const starts = header.flatMap((below) => piecesOf(below).slice(1)).map(({ x0 }) => x0);
  const firstStart = Math.min(...(starts.length > 0 ? starts : amountColumns.map(({ x0 }) => x0)));
  return overAmounts.length > 0 && only.x0 > firstStart - 2 * only.chunk.sizePt;
}

/** Whether a heading is in the middle of the periods below it. */
function isCentredOver({ x0, x1, chunk }: Piece, below: TextRow | undefined): boolean {
  const periods = below === undefined ? [] : periodsOf(below);
  const [first] = periods;
  const last = periods.at(-1);
  if (first === undefined || last === undefined || first === last) return false;
  return Math.abs(x0 + x1 - first.x0 - last.x1) < 2 * chunk.sizePt && x0 < last.x0 && x1 > first.x1;
}

/** Whether a label, or nothing, is before several dates or periods, each over amounts: those of a balance sheet. */
function arePeriods(row: TextRow, amountColumns: readonly AmountColumn[]): boolean {
  const periods = periodsOf(row);
  if (periods.length < 2) return false;
  return (
    periods.every((piece) => amountColumns.some((column) => overlapPt(column, piece) > 0)) ||
    hasPeriodEach(periods, amountColumns)
  );
}

/** Columns may be counted in their header. */
function isNumbering({ chunk }: Piece): boolean {
  return /^\(?\d{1,2}\)?$/.test(chunk.text.trim());
}
