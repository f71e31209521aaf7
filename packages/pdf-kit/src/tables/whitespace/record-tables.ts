import type { Chunk } from '../chunk.ts';
import { type CellDraft, placeWords, type TableDraft } from '../compose-table.ts';
import { layOutHeader } from '../headers/group-header.ts';
import { splitAlignedHeadings } from '../headers/split-headings.ts';
import { pieceKind } from '../ledger/piece-kind.ts';
import type { PageEdges } from '../rules/edges.ts';
import type { TextRow } from '../text-rows.ts';
import { hasCents } from '../value-text.ts';
import { columnOf } from './column-cuts.ts';
import { findProse } from './find-prose.ts';
import { recordColumns } from './record-columns.ts';
import { edgesOf, isAligned, isHeadingLine, type RecordLines, readRecordLines } from './record-lines.ts';
import { bodyCells, rowCutsOf, toColumnRow } from './text-tables.ts';

/**
 * Lines closer than this, in em, are not adjacent lines of one column: amounts are vertically centred beside a taller
 * text.
 */
const closestPitchEm = 0.85;
/** Maximum distance of lines of one heading, in em. */
const headingPitchEm = 0.9;
/** Lines further apart than this, in em, belong to different tables. */
const widestGapEm = 5;
/** Tolerance for the places of headings printed again, in points. */
const samePlacePt = 1;
/** Edges shared by this many records are those of columns. */
const minAlike = 2;
/** So many records, */
const minRecords = 3;
/** with lines in other columns between this many of them, have details; */
const minDetailed = 2;
/** A line whose first two texts fit the edges of records is also one, with other columns filled, or continues one. */
const maxKeys = 2;
/** with a name between the headings and the first record, and this many names in all, they are in named sections. */
const minNames = 2;
const minNamedHeadings = 4;

/**
 * Tables of records with lines in other columns between them, such as the splits below each swimmer of a race, or with
 * named sections that begin below the headings. The records determine the columns; lines between them become separate
 * rows, with each text in its own cell.
 */
export function findRecordTables(pageNumber: number, rows: readonly TextRow[], edges: PageEdges): TableDraft[] {
  const prose = findProse(rows);
  const headings = new Set(rows.filter((row) => !prose.has(row) && isHeadingLine(row)));
  const found = rows.flatMap((row, at) => {
    const lines = headings.has(row) ? readRecordLines(row, rowsBelow(at, rows, headings, prose)) : null;
    return lines === null ? [] : [lines];
  });
  // A second line of headings, for the details of the records, is a line of their table.
  const inTables = new Set(found.flatMap(({ lines }) => lines));
  const whole = found.filter(({ heading }) => !inTables.has(heading));
  return withSameHeadings(whole)
    .filter(isRecordTable)
    .flatMap((tables) => {
      const records = tables.flatMap((own) => own.records);
      return tables.map((own) => {
        const cuts = recordColumns(records, own.heading);
        return compose(
          pageNumber,
          { ...own, headings: headingLines(rows.indexOf(own.heading), rows).lines },
          cuts,
          edges,
        );
      });
    });
}

/** Tables by their headings: those with the same texts at the same places have the same columns. */
function withSameHeadings(tables: readonly RecordLines[]): RecordLines[][] {
  const sets: RecordLines[][] = [];
  for (const own of tables) {
    const set = sets.find(([first]) => first !== undefined && areSameHeadings(first.heading, own.heading));
    if (set === undefined) sets.push([own]);
    else set.push(own);
  }
  return sets;
}

function areSameHeadings({ chunks: some }: TextRow, { chunks: others }: TextRow): boolean {
  return (
    some.length === others.length &&
    some.every(({ text, box }, index) => {
      const other = others[index];
      return other !== undefined && text === other.text && Math.abs(box.x0 - other.box.x0) <= samePlacePt;
    })
  );
}

/** The lines below headings, down to those of the next table. */
function rowsBelow(
  at: number,
  rows: readonly TextRow[],
  headings: ReadonlySet<TextRow>,
  prose: ReadonlySet<TextRow>,
): readonly TextRow[] {
  const heading = rows[at];
  if (heading === undefined) return [];
  const start = headingLines(at, rows).end;
  const isEnd = (row: TextRow, index: number) => {
    const above = rows[index - 1] ?? heading;
    const gap = row.box.y0 - above.box.y1;
    // A line alone may be a long name.
    return (
      (prose.has(row) && prose.has(above)) ||
      gap > widestGapEm * row.sizePt ||
      (headings.has(row) && isSet(row, heading))
    );
  };
  let end = start;
  for (let row = rows[end]; row !== undefined && !isEnd(row, end); row = rows[end]) end += 1;
  return rows.slice(start, end);
}

/** Whether a line of words is a line of headings like another one: the same again, or also bold. */
function isSet({ chunks }: TextRow, heading: TextRow): boolean {
  const texts = new Set(heading.chunks.map(({ text }) => text));
  const isBold = (own: TextRow['chunks']) => own.every(({ bold }) => bold);
  return chunks.every(({ text }) => texts.has(text)) || (isBold(chunks) && isBold(heading.chunks));
}

/** Headings wrap to no more lines than this. */
const mostWrapped = 12;

/** A line of headings with the lines above and below that continue its headings or those of taller cells. */
function headingLines(
  at: number,
  rows: readonly TextRow[],
): { readonly lines: readonly TextRow[]; readonly end: number } {
  const heading = rows[at];
  const isPart = (row: TextRow | undefined, beside: TextRow | undefined) =>
    row !== undefined &&
    beside !== undefined &&
    Math.abs(row.baseline - beside.baseline) < headingPitchEm * (heading?.sizePt ?? 0) &&
    row.chunks.every(({ text }) => !/\d/.test(text));
  let [start, end] = [at, at + 1];
  while (at - start < mostWrapped && isPart(rows[start - 1], rows[start])) start -= 1;
  while (end - at <= mostWrapped && isPart(rows[end], rows[end - 1])) end += 1;
  return { lines: rows.slice(start, end), end };
}

/** Whether lines in other columns are between the records, or section names from right below the headings on. */
function isRecordTable(tables: readonly RecordLines[]): boolean {
  const records = tables.flatMap((own) => own.records);
  if (records.length < minRecords || areEntries(tables)) return false;
  const edges = edgesOf(records, minAlike);
  const own = new Set(records);
  const others = tables.flatMap(({ lines, tail }) => [...lines, ...tail].filter((row) => !own.has(row)));
  const [goingOn = [], rest = []] = split(others, ({ chunks }) =>
    chunks.slice(0, maxKeys).every((chunk) => isAligned(chunk, edges)),
  );
  const [names = [], details = []] = split(rest, (row) => isName(row, records));
  if (goingOn.length > rest.length || tables.some(({ lines }) => areInterleaved(lines, own))) return false;
  const isDetail = new Set<TextRow | undefined>(details);
  const detailed = tables.flatMap(({ lines }) =>
    lines.filter((row, index) => own.has(row) && isDetail.has(lines[index + 1])),
  );
  const isNamed = tables.some(
    ({ heading, lines: [first] }) =>
      heading.chunks.length >= minNamedHeadings && first !== undefined && names.includes(first),
  );
  return detailed.length >= minDetailed || (isNamed && names.length >= minNames);
}

/** Whether lines are entries of an account, with dates followed by sums: those are read as ledgers, over all pages. */
function areEntries(tables: readonly RecordLines[]): boolean {
  const texts = tables.flatMap(({ lines }) => lines.flatMap(({ chunks }) => chunks));
  // 30.12 is a time if others, such as 35.32, begin at its place.
  const decimals = texts.filter((chunk) => isSum(chunk) && pieceKind(chunk.text) !== 'date');
  const starts = new Set(decimals.map(({ box }) => Math.round(box.x0)));
  const isTime = ({ box }: Chunk) => [-1, 0, 1].some((off) => starts.has(Math.round(box.x0) + off));
  const days = texts.filter((chunk) => pieceKind(chunk.text) === 'date' && !isTime(chunk));
  const daysEnd = Math.min(...days.map(({ box }) => box.x1));
  return days.length >= minAlike && decimals.filter(({ box }) => box.x0 > daysEnd).length >= minAlike;
}

/** Whether a text is a number with two decimals or with grouped thousands. */
function isSum({ text }: Pick<Chunk, 'text'>): boolean {
  return (hasCents(text) || /\d[.,'\s]\d{3}\b/.test(text)) && pieceKind(text) === 'number';
}

/** Whether lines of text are closer to records than consecutive lines can be, and so belong to them. */
function areInterleaved(lines: readonly TextRow[], records: ReadonlySet<TextRow>): boolean {
  return lines.slice(1).some((row, index) => {
    const above = lines[index];
    return (
      above !== undefined &&
      records.has(above) !== records.has(row) &&
      row.baseline - above.baseline < closestPitchEm * Math.min(row.sizePt, above.sizePt)
    );
  });
}

/** Whether a line names what follows: a single text, or several that begin left of all records. */
function isName({ chunks, box }: TextRow, records: readonly TextRow[]): boolean {
  return chunks.length === 1 || records.every((record) => record.box.x0 > box.x0 + 1);
}

function split(rows: readonly TextRow[], isFirst: (row: TextRow) => boolean): TextRow[][] {
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
}

interface Headed extends RecordLines {
  readonly headings: readonly TextRow[];
}

function compose(
  pageNumber: number,
  { headings, records, lines, tail }: Headed,
  cuts: readonly number[],
  edges: PageEdges,
): TableDraft {
  const own = new Set(records);
  const inColumns = splitAlignedHeadings(
    [...headings, ...records].map((row) => toColumnRow(row, cuts)),
    cuts,
  );
  const columnsOf = new Map(inColumns.map((row) => [row.row, row]));
  const header = layOutHeader(inColumns, headings.length, edges.horizontal, cuts);
  const body = [...lines, ...tail].map((row) => columnsOf.get(row) ?? { row, chunks: [] });
  const cells = body.flatMap(({ row, chunks }, index) => {
    const at = header.rowCount + index;
    if (own.has(row)) return bodyCells([{ row, chunks }], at);
    return isName(row, records) ? nameCell(row, at) : detailCells(row, at, cuts);
  });
  const last = Math.max(...cells.map(({ column }) => column));
  const beyond = Array.from(
    { length: Math.max(0, last - cuts.length + 2) },
    (_, index) => (cuts.at(-1) ?? 0) + index + 1,
  );
  return {
    pageNumber,
    kind: 'unruled',
    columnCuts: [...cuts, ...beyond],
    rowCuts: rowCutsOf(
      header.rows,
      body.map((row) => [row]),
    ),
    cells: [...header.cells, ...cells],
    headerRows: header.rowCount,
    confidence: 0.8,
  };
}

function nameCell({ chunks }: TextRow, row: number): CellDraft[] {
  return [{ row, column: 0, rowSpan: 1, columnSpan: 1, words: placeWords(chunks) }];
}

/** Assigns the texts of a line between records to the columns they overlap, spreading them if several share one. */
function detailCells({ chunks }: TextRow, row: number, cuts: readonly number[]): CellDraft[] {
  const columns = chunks.map(({ box }) => columnOf((box.x0 + box.x1) / 2, cuts));
  const isClear = new Set(columns).size === columns.length;
  return chunks.map((chunk, index) => ({
    row,
    column: isClear ? (columns[index] ?? 0) : (columns[0] ?? 0) + index,
    rowSpan: 1,
    columnSpan: 1,
    words: placeWords([chunk]),
  }));
}
