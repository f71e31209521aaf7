import type { Box, Page } from '../../page-model/types.ts';
import type { Chunk } from '../chunk.ts';
import type { ColumnRow } from '../column-row.ts';
import { type CellDraft, composeTable, type TableDraft } from '../compose-table.ts';
import { layOutHeader } from '../headers/group-header.ts';
import { splitAlignedHeadings } from '../headers/split-headings.ts';
import type { Edge, PageEdges } from '../rules/edges.ts';
import { withRuledBorders } from '../rules/rule-borders.ts';
import { type TextRow, wrappedEm } from '../text-rows.ts';
import type { Table } from '../types.ts';
import { columnOf } from '../whitespace/column-cuts.ts';
import { labelsApart } from '../whitespace/labels-apart.ts';
import { bodyCells, rowCutsOf, toColumnRow } from '../whitespace/text-tables.ts';
import { groupRecords, type RecordSigns, signsOfRecords } from './group-records.ts';
import { minSecondKeys } from './key-pairs.ts';
import { ledgerColumns } from './ledger-columns.ts';
import { hasKeys } from './line-kinds.ts';
import { pieceKind } from './piece-kind.ts';
import { amountsOf, behindCount, isAmount, type Piece, piecesOf } from './pieces.ts';
import type { HeadedCandidate } from './split-header.ts';
import { ledgerThresholds } from './thresholds.ts';

/** This many labels with a second line show that another may have one. */
const minSecondLines = 2;

/** A candidate on its page. */
export interface PlacedCandidate {
  readonly page: Pick<Page, 'number' | 'fills' | 'rules'>;
  readonly edges: PageEdges;
  readonly grids: readonly Box[];
  readonly candidate: HeadedCandidate;
}

/** A table that was read with its columns taken from all its pages. */
export interface LedgerTable {
  readonly table: Table;
  readonly title: string | null;
  /** An id shared by all parts of a table over several pages; null for a table on one page. */
  readonly chain: string | null;
}

/** Reads consecutive candidates that form one table. */
export function readLedger(candidates: readonly PlacedCandidate[]): LedgerTable[] {
  const headers = candidates.flatMap(({ candidate }) => candidate.header);
  const cuts = ledgerColumns(
    candidates.map(({ candidate }) => candidate),
    headers,
  );
  // Labels and amounts without a gap between them are lines of text.
  if (cuts.length < 3) return [];
  const chain =
    candidates.length > 1
      ? `${candidates[0]?.page.number}:${Math.round(candidates[0]?.candidate.body[0]?.box.y0 ?? 0)}`
      : null;
  const bodies = candidates.map(({ candidate: { first, body } }) => [...first, ...body]);
  const lined = candidates.map(({ candidate }, index) =>
    linesOf({ candidate, next: candidates[index + 1]?.candidate }, cuts, bodies),
  );
  const records = lined.map((lines, index) => lines.slice(candidates[index]?.candidate.header.length));
  const signs = { ...signsOfRecords(records), isKeyed: hasKeys(records.flat()) };
  return candidates.map((placed, index) => ({
    ...readCandidate(placed, lined[index] ?? [], cuts, signs),
    chain,
  }));
}

/**
 * The lines of a candidate in the columns of its table: header, then body. `next` is its continuation on the next page.
 */
function linesOf(
  { candidate, next }: { readonly candidate: HeadedCandidate; readonly next: HeadedCandidate | undefined },
  cuts: readonly number[],
  bodies: readonly (readonly TextRow[])[],
): ColumnRow[] {
  const tail = tailOf(candidate, cuts, bodies);
  const rest = { ...candidate, body: [...candidate.body, ...tail], tail: candidate.tail.slice(tail.length) };
  const cut = next === undefined ? [] : [...cutSection(rest, next), ...cutRecord(rest, next)];
  const rows = [...candidate.header, ...candidate.first, ...candidate.body, ...tail, ...cut];
  return labelsApart(
    splitAlignedHeadings(
      rows.map((row) => inOneCell(row, cuts) ?? withWholeAmounts(toColumnRow(row, cuts))),
      cuts,
    ),
  );
}

function readCandidate(
  { page, edges, candidate }: PlacedCandidate,
  lines: readonly ColumnRow[],
  cuts: readonly number[],
  { isKeyed, ...signs }: RecordSigns & { readonly isKeyed: boolean },
): Pick<LedgerTable, 'table' | 'title'> {
  const rules = rulesAcross(lines, edges.horizontal);
  const header = layOutHeader(lines, candidate.header.length, edges.horizontal, cuts);
  const separated = (above: number, below: number) => rules.some(({ at }) => at > above && at < below);
  const rightEdge = (column: number) => cuts[column + 1] ?? 0;
  const body = groupRecords(lines.slice(header.lineCount), isKeyed, separated, rightEdge, signs);
  const cells: CellDraft[] = [
    ...header.cells,
    ...body.flatMap((group, index) => bodyCells(group, header.rowCount + index)),
  ];
  const draft: TableDraft = {
    pageNumber: page.number,
    kind: rules.length > 0 ? 'half-ruled' : 'unruled',
    columnCuts: cuts,
    rowCuts: rowCutsOf(header.rows, body),
    cells,
    headerRows: header.rowCount,
    confidence: 0.8,
  };
  const table = withRuledBorders(composeTable(draft, page.fills), page.rules);
  return {
    table: { ...table, headerRows: header.rowCount },
    title: candidate.title?.chunks.map(({ text }) => text).join(' ') ?? null,
  };
}

/** An amount belongs to the column that it ends in, wherever it begins. */
function withWholeAmounts({ row, chunks }: ColumnRow): ColumnRow {
  return {
    row,
    chunks: chunks.map((own) => (pieceKind(own.chunk.text) === 'number' ? { ...own, first: own.last } : own)),
  };
}

/** A line with one text and at most one amount is a name or a total: its text is one cell, however far it extends. */
function inOneCell(row: TextRow, cuts: readonly number[]): ColumnRow | null {
  const [only, amount, ...others] = piecesOf(row);
  if (only === undefined || others.length > 0 || isAmount(only)) return null;
  if (amount === undefined ? only.x0 > (cuts[1] ?? 0) : !isAmount(amount)) return null;
  const pieces = amount === undefined ? [only] : [only, amount];
  return {
    row,
    chunks: pieces.map(({ chunk, x0, x1 }, index) => {
      const column = columnOf(index === 0 ? x0 + 1 : (x0 + x1) / 2, cuts);
      return { chunk, first: column, last: column };
    }),
  };
}

/** A line of text below one with the same left edge that has amounts, on its level or between the two. */
interface SecondLine {
  readonly x0: number;
  readonly pitchPt: number;
}

function secondLines(body: readonly TextRow[]): SecondLine[] {
  return body.flatMap((row, index) => {
    const above = body[index - 1];
    const [text, ...others] = piecesOf(row);
    if (text?.kind !== 'text' || others.length > 0 || above === undefined || amountsOf(above).length === 0) return [];
    const label = piecesOf(above).every(isAmount) ? body[index - 2] : above;
    const isSecond = label !== undefined && isBelow(piecesOf(label)[0], text);
    return isSecond ? [{ x0: text.x0, pitchPt: row.baseline - above.baseline }] : [];
  });
}

/**
 * Lines right below the last amounts that continue their text: in a column of words at the usual pitch, or in the first
 * column as close as the second lines of other labels.
 */
function tailOf(
  { body, tail }: HeadedCandidate,
  cuts: readonly number[],
  bodies: readonly (readonly TextRow[])[],
): TextRow[] {
  const labels = bodies.flatMap(secondLines);
  const taken: TextRow[] = [];
  let above = body.at(-1);
  const starts = body.flatMap(({ chunks }) =>
    chunks.filter(({ box }) => box.x0 > (cuts[1] ?? 0)).map(({ box }) => box.x0),
  );
  if (above === undefined || amountsOf(above).length === 0) return taken;
  const isWrapped = ({ box }: Chunk) => box.x0 >= (cuts[1] ?? 0) && starts.some((x0) => Math.abs(x0 - box.x0) < 1);
  for (const [index, row] of tail.entries()) {
    // The second of two stacked dates belongs to the record whose amounts are beside the first.
    const isSecond = index === 0 && bodies.some((own) => isSecondKey(row, own));
    const texts = isSecond ? row.chunks.slice(1) : row.chunks;
    if (texts.length > 1 || (texts.length === 0 && !isSecond)) break;
    const pitchPt = row.baseline - above.baseline;
    const alike = labels.filter((own) => Math.abs(own.x0 - row.box.x0) < 1 && pitchPt < own.pitchPt + 0.5);
    if (row.box.y0 - above.box.y1 > wrappedEm * row.sizePt) break;
    if (!texts.every(isWrapped) && alike.length < minSecondLines) break;
    taken.push(row);
    above = row;
  }
  return taken;
}

/**
 * Whether a row begins with a date, or its year, as a second line does in every record that also begins with a date;
 * the amounts are on the first line or between the two.
 */
function isSecondKey(row: TextRow, body: readonly TextRow[]): boolean {
  const isDated = (own: TextRow | undefined) =>
    own !== undefined && ['date', 'year'].includes(piecesOf(own)[0]?.kind ?? '');
  const hasAmounts = (own: TextRow | undefined) => own !== undefined && amountsOf(own).length > 0;
  const alone = [...body.keys()].filter((index) => isDated(body[index]) && !hasAmounts(body[index]));
  const seconds = alone.filter((index) => hasAmounts(body[index - 1]));
  const isFirst = (index: number) => hasAmounts(body[index + 1]) && !isDated(body[index + 1]);
  return (
    isDated(row) &&
    seconds.length >= minSecondKeys &&
    seconds.every((index) => !isFirst(index) && (isDated(body[index - 1]) || alone.includes(index - 2))) &&
    alone.every((index) => seconds.includes(index) || isFirst(index))
  );
}

/**
 * The lines below the last amounts that begin a record whose amounts are on the next page: a date and texts like those
 * of others.
 */
function cutRecord({ body, tail }: HeadedCandidate, next: HeadedCandidate): TextRow[] {
  const [lead, ...others] = tail;
  const [rest] = [...next.first, ...next.body];
  if (lead === undefined || rest === undefined || behindCount(rest)[0]?.kind === 'date') return [];
  const [key, ...texts] = behindCount(lead);
  const isRecord = body.some((row) => {
    const [ownKey, ...own] = behindCount(row);
    return ownKey?.kind === 'date' && isBelow(ownKey, key) && texts.every((text, index) => isBelow(own[index], text));
  });
  const text = texts.find(({ kind }) => kind === 'text');
  const areTexts = text !== undefined && texts.every((piece) => !isAmount(piece));
  if (key?.kind !== 'date' || !areTexts || !isRecord) return [];
  return [lead, ...others.slice(0, linesOn(lead, text, others))];
}

/** The number of lines that continue a text of the line above them. */
function linesOn(lead: TextRow, text: Piece | undefined, below: readonly TextRow[]): number {
  const end = below.findIndex((row, index) => {
    const [only, ...beside] = piecesOf(row);
    const above = index === 0 ? lead : below[index - 1];
    return beside.length > 0 || !isBelow(text, only) || row.box.y0 - (above?.box.y1 ?? 0) > wrappedEm * row.sizePt;
  });
  return end < 0 ? below.length : end;
}

/**
 * A section name right below the last amounts, styled like others, whose records are on the next page; or the lines of
 * a record without a date.
 */
function cutSection({ first, body, tail }: HeadedCandidate, next: HeadedCandidate): TextRow[] {
  const [name, ...below] = tail;
  const last = body.at(-1);
  if (name === undefined || last === undefined) return [];
  const [piece, ...others] = piecesOf(name);
  const isName = [...first, ...body].some((row) => {
    const [own, ...beside] = piecesOf(row);
    return beside.length === 0 && isBelow(own, piece) && own?.chunk.bold === piece?.chunk.bold && !isValue(own);
  });
  // The next page continues it.
  const [rest] = [...next.first, ...next.body];
  const isCut = rest !== undefined && isBelow(piecesOf(rest)[0], piece);
  const isSetApart = piece?.chunk.bold === true && !body.every(({ chunks }) => chunks.every(({ bold }) => bold));
  const isFirstColumn = body.some((row) => isBelow(piecesOf(row)[0], piece) && amountsOf(row).length > 0);
  const isNear = name.box.y0 - last.box.y1 <= ledgerThresholds.candidates.usualGapEm * name.sizePt;
  if (isValue(piece) || others.length > 0 || !(isName || isCut || isSetApart) || !isFirstColumn || !isNear) return [];
  return [name, ...below.slice(0, linesOn(name, piece, below))];
}

function isValue(piece: Piece | undefined): boolean {
  return piece === undefined || isAmount(piece) || piece.kind === 'date';
}

function isBelow(above: Piece | undefined, below: Piece | undefined): boolean {
  return above !== undefined && below !== undefined && Math.abs(above.x0 - below.x0) < 1;
}

function rulesAcross(lines: readonly ColumnRow[], level: readonly Edge[]): Edge[] {
  const boxes = lines.map(({ row }) => row.box);
  const x0 = Math.min(...boxes.map((box) => box.x0));
  const x1 = Math.max(...boxes.map((box) => box.x1));
  const top = boxes[0]?.y0 ?? 0;
  const bottom = boxes.at(-1)?.y1 ?? 0;
  return level.filter(
    ({ at, start, end }) => at > top && at < bottom && Math.min(end, x1) - Math.max(start, x0) > 0.7 * (x1 - x0),
  );
}
