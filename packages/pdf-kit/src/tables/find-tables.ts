import { containsBox, containsMiddle } from '../page-model/box.ts';
import { type QuarterTurn, turnBoxBack, turnPage } from '../page-model/turn-page.ts';
import type { Box, Line, Page } from '../page-model/types.ts';
import { freeLines } from './accounting/free-lines.ts';
import { withCentredLabels } from './centred-labels.ts';
import { findChartRegions, isBarChart, isMostlyChart } from './chart-regions.ts';
import { composeTable, coversGrid, type TableDraft } from './compose-table.ts';
import { displayEquations } from './display-equations.ts';
import { withCaptionRows } from './headers/caption-rows.ts';
import { findHeadedTables } from './headers/headed-tables.ts';
import { withHeaderAbove } from './headers/header-above.ts';
import { withLabelRows } from './headers/label-rows.ts';
import { withLabelsBeside } from './headers/labels-beside.ts';
import { withOpenBody } from './headers/open-body.ts';
import { withOpenHeader } from './headers/open-header.ts';
import {
  chooseHypotheses,
  type Hypothesis,
  isSameRegion,
  type JudgedHypothesis,
  type Objection,
  type TableSource,
} from './hypotheses.ts';
import type { LedgerSource } from './ledger/find-ledgers.ts';
import { boxesBeside } from './rules/boxes-beside.ts';
import { findCentredTables } from './rules/centred-tables.ts';
import { cutsOnRules } from './rules/cuts-on-rules.ts';
import { collectEdges, collectHiddenEdges, type PageEdges } from './rules/edges.ts';
import { withRuledBorders } from './rules/rule-borders.ts';
import { findRuledTables } from './rules/ruled-tables.ts';
import { withSpannedLabels } from './rules/spanned-labels.ts';
import { isStripe } from './rules/table-stripes.ts';
import { splitWordsAtRules } from './rules/words-at-rules.ts';
import { sheetBreaks } from './sheets/sheet-breaks.ts';
import { readSheet } from './sheets/sheet-table.ts';
import { hasLineRows } from './tags/line-rows.ts';
import { findTaggedTables } from './tags/tagged-tables.ts';
import { areTorn } from './tags/torn-tags.ts';
import { buildTextRows, type TextRow } from './text-rows.ts';
import { findDashedTables } from './typed/dashed-tables.ts';
import { liftTypedRules } from './typed/typed-rules.ts';
import { findTypedTables } from './typed/typed-tables.ts';
import type { Table } from './types.ts';
import { withoutUnseenSigns } from './unseen-signs.ts';
import { splitByProse } from './whitespace/prose-columns.ts';
import { findRecordTables } from './whitespace/record-tables.ts';
import { separateValues } from './whitespace/separate-values.ts';
import { splitSideBySide } from './whitespace/side-by-side.ts';
import { findTextTables } from './whitespace/text-tables.ts';

/** A table that covers this share of the width of rows separates them. */
const acrossShare = 0.8;

/** Options of `findTables`. */
export interface FindTablesOptions {
  /** The page was printed from a spreadsheet (see `isPrintedSheet`): all of it is one table. */
  readonly printedSheet?: boolean;
}

/** Grids whose borders are at most this far from each other have one border. */
const borderPt = 2;

/** The tables of a page, from top to bottom; on a sideways page, in the orientation of its text. */
export function findTables(page: Page, options: FindTablesOptions = {}): Table[] {
  const turn = sidewaysTurn(page);
  if (turn === null) return findUprightTables(page, options);
  return findUprightTables(turnPage(page, turn), options).map((table) => ({
    ...table,
    angle: 360 - turn,
    box: turnBoxBack(table.box, turn, page),
    cells: table.cells.map((cell) => ({ ...cell, box: turnBoxBack(cell.box, turn, page) })),
  }));
}

/**
 * Why the regions of an upright page are tables or not: each reading with its score and the reason of its choice, from
 * top to bottom. A page of a printed spreadsheet is one table as a whole.
 */
export function explainTables(page: Page, { printedSheet = false }: FindTablesOptions = {}): JudgedHypothesis[] {
  if (printedSheet || sidewaysTurn(page) !== null) return [];
  const { judged } = readPageTables(collectRules(page));
  return judged.toSorted((a, b) => a.table.box.y0 - b.table.box.y0 || b.score - a.score);
}

/** How a page whose text mostly runs up or down must be turned to be read; null for a page that is upright. */
function sidewaysTurn({ lines }: Page): QuarterTurn | null {
  const letters = (angle: number) =>
    lines.filter((line) => line.angle === angle).reduce((sum, { text }) => sum + text.length, 0);
  const upwards = letters(270);
  const downwards = letters(90);
  if (Math.max(upwards, downwards) <= letters(0)) return null;
  return upwards > downwards ? 90 : 270;
}

function findUprightTables(source: Page, { printedSheet = false }: FindTablesOptions): Table[] {
  const rules = collectRules(source);
  const sheets = printedSheet ? readSheets(rules.page, rules.edges) : [];
  return sheets.length === 0 ? readPageTables(rules).tables : sheets;
}

/** The page of a printed spreadsheet as one table, or as one for each block with its own columns. */
function readSheets(page: Page, edges: PageEdges): Table[] {
  const ends = [...sheetBreaks(edges.vertical), Number.POSITIVE_INFINITY];
  return ends.flatMap((end, index) => {
    const start = ends[index - 1] ?? Number.NEGATIVE_INFINITY;
    const isOwn = (y0: number, y1: number) => (y0 + y1) / 2 > start && (y0 + y1) / 2 <= end;
    const lines = page.lines.filter(({ box }) => isOwn(box.y0, box.y1));
    const own = {
      horizontal: edges.horizontal.filter(({ at }) => isOwn(at, at)),
      vertical: edges.vertical.filter((edge) => isOwn(edge.start, edge.end)),
    };
    const sheet = readSheet({ ...page, lines }, own);
    return sheet === null ? [] : [composeTable(sheet, page.fills)];
  });
}

/** A page with its rules, and the tables whose columns rules typed out of dashes draw. */
interface RuledPage {
  readonly page: Page;
  readonly edges: PageEdges;
  readonly dashed: readonly TableDraft[];
}

function collectRules(source: Page): RuledPage {
  const seen = withoutUnseenSigns(source);
  const lifted = liftTypedRules(seen);
  const page = splitWordsAtRules(lifted);
  return { page, edges: collectEdges(page), dashed: lifted === seen ? [] : findDashedTables(seen) };
}

/** The tables of an upright page, and what they were read from. */
function readPageTables({ page, edges, dashed }: RuledPage) {
  const { tables: inShapes, columned: inColumns, frames, charts, readings } = findDrawnTables(page, edges, dashed);
  const records = openRowSets(page, inShapes, frames, edges)
    .flatMap((rows) => findRecordTables(page.number, rows, edges))
    .map((draft) => composeTable(draft, page.fills));
  const drawn = [...inShapes, ...records];
  const columned = [...inColumns, ...records];
  const rowSets = openRowSets(page, drawn, frames, edges);
  const open = rowSets
    .flatMap((rows) => splitAtTables(rows, drawn))
    .flatMap((rows) => findTextTables(page, rows, edges))
    .map((draft) => withRuledBorders(composeTable(cutsOnRules(draft, edges, page.lines), page.fills), page.rules))
    .map((table) => unopposed('whitespace', withSpannedLabels(table, edges), isMostlyChart(table.box, charts)));
  const kept = open.flatMap(({ table, isChosen }) => (isChosen ? [table] : []));
  const tables = [...drawn, ...kept].sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0);
  const judged = [...readings, ...records.map((table) => unopposed('records', table)), ...open];
  return { tables, drawn, columned, frames, rowSets, judged };
}

/**
 * Tables that are tagged, drawn as grids, or `columned` by bars or boxes of headings; frames around text, and charts.
 */
function findDrawnTables(page: Page, edges: PageEdges, dashed: readonly TableDraft[]) {
  const compose = (draft: TableDraft) => withRuledBorders(composeTable(draft, page.fills), page.rules);
  const drawn = findRuledTables(page, edges);
  const hidden = findRuledTables(page, collectHiddenEdges(page), { maxWordsPerCell: 10 });
  const frames = [...drawn.frames, ...hidden.frames];
  const grids = [...drawn.tables, ...hidden.tables].filter((draft) => !isStripe(draft, edges, page.lines));
  const ruled = grids.map((draft) => composeTable(draft, page.fills));
  const charts = [...findChartRegions(page), ...ruled.filter(isBarChart).map(({ box }) => box)];
  const judged = chooseHypotheses([
    ...tagHypotheses(page, edges, ruled, compose),
    ...ruled.map((table): Hypothesis => {
      return { source: 'rules', table, objections: isMostlyChart(table.box, charts) ? ['isChart'] : [] };
    }),
    ...findCentredTables(page, edges).map((draft): Hypothesis => {
      return { source: 'centred', table: compose(draft), objections: [] };
    }),
    ...dashed.map((draft): Hypothesis => ({ source: 'dashes', table: compose(draft), objections: [] })),
    ...findTypedTables(page).map((draft): Hypothesis => ({ source: 'bars', table: compose(draft), objections: [] })),
  ]);
  const chosen = judged.filter(({ isChosen }) => isChosen);
  const isTyped = ({ source }: Hypothesis) => source === 'centred' || source === 'dashes' || source === 'bars';
  const found = chosen.filter((own) => !isTyped(own)).map(({ table }) => table);
  const typed = chosen.filter(isTyped).map(({ table }) => table);
  const taken = [...found, ...typed].map(({ box }) => box);
  // A line may run through two tables side by side.
  const beside = { ...page, lines: freeLines(page, [...found, ...typed]) };
  const headed = findHeadedTables(beside, edges, [...taken, ...charts]).map(compose);
  const all = [...found, ...typed, ...headed];
  const bodied = new Map(all.map((table) => [table, withOpenBody(table, page, edges, all)]));
  const columned = [...typed, ...headed, ...[...bodied.values()].filter((table) => table !== null)];
  const readings = [...judged, ...headed.map((table) => unopposed('headings', table))];
  return { tables: all.map((table) => bodied.get(table) ?? table), columned, frames, charts, readings };
}

/** The tags of a page as readings, with what speaks against them. */
function tagHypotheses(
  page: Page,
  edges: PageEdges,
  ruled: readonly Table[],
  compose: (draft: TableDraft) => Table,
): readonly Hypothesis[] {
  const tagged = findTaggedTables(page).map((source): Hypothesis => {
    const draft = cutsOnRules(source, edges, page.lines);
    const table = compose(draft);
    const objections: readonly (readonly [Objection, boolean])[] = [
      ['unplaced', !isPlaced(draft)],
      ['omitsColumns', leavesOutColumns(table, edges)],
      ['hasLineRows', hasLineRows(table, edges.horizontal)],
    ];
    return { source: 'tags', table, objections: objections.flatMap(([own, isSo]) => (isSo ? [own] : [])) };
  });
  const sound = tagged.filter(({ table, objections: [first, ...others] }) => {
    const isBeaten = first === 'unplaced' && ruled.some(({ box }) => isSameRegion(box, table.box));
    return first === undefined || (first === 'unplaced' && others.length === 0 && !isBeaten);
  });
  const isTorn = areTorn(
    sound.map(({ table }) => table),
    page.lines,
  );
  return isTorn ? tagged.map((own) => ({ ...own, objections: [...own.objections, 'isTorn'] })) : tagged;
}

/** A table in a region that no other reading claims. */
function unopposed(source: TableSource, table: Table, isChart = false): JudgedHypothesis {
  const [judged] = chooseHypotheses([{ source, table, objections: isChart ? ['isChart'] : [] }]);
  if (judged === undefined) throw new TypeError('Each reading is judged');
  return judged;
}

/** Whether tags tell where all cells are: they do not without the spans of cells, nor where a row or column has no text. */
function isPlaced(draft: TableDraft): boolean {
  const filled = draft.cells.filter(({ words }) => words.length > 0);
  const rows = new Set(filled.filter(({ rowSpan }) => rowSpan === 1).map(({ row }) => row));
  const columns = new Set(filled.filter(({ columnSpan }) => columnSpan === 1).map(({ column }) => column));
  return coversGrid(draft) && rows.size === draft.rowCuts.length - 1 && columns.size === draft.columnCuts.length - 1;
}

/** The lines outside tables as rows, in sets that no table crosses: columns of prose, frames, halves of a page. */
function openRowSets(
  page: Page,
  tables: readonly Table[],
  frames: readonly Box[],
  edges: PageEdges,
): readonly (readonly TextRow[])[] {
  const equations = displayEquations(page.lines);
  const free = page.lines.filter(
    (line) => !equations.has(line) && !tables.some((table) => containsMiddle(table.box, line.box)),
  );
  const uprights = edges.vertical.map(({ at, start, end }) => ({ x: at, y0: start, y1: end }));
  return splitByProse(free)
    .flatMap((lines) => splitByFrames(lines, [...frames, ...boxesBeside(edges, page)]))
    .flatMap((lines) => splitSideBySide(lines, edges.horizontal))
    .map((lines) => separateValues(buildTextRows(lines, uprights)));
}

/**
 * Splits rows above and below tables that are as wide as they are, alone or side by side: an unruled table does not
 * continue past ruled ones.
 */
function splitAtTables(rows: readonly TextRow[], tables: readonly Table[]): readonly (readonly TextRow[])[] {
  const x0 = Math.min(...rows.map(({ box }) => box.x0));
  const x1 = Math.max(...rows.map(({ box }) => box.x1));
  const widthOf = ({ box }: Table) => Math.max(0, Math.min(box.x1, x1) - Math.max(box.x0, x0));
  const wide = tables.filter(({ box }) => {
    const beside = tables.filter((other) => other.box.y0 < box.y1 && other.box.y1 > box.y0);
    return beside.reduce((sum, table) => sum + widthOf(table), 0) > acrossShare * (x1 - x0);
  });
  const tablesAbove = ({ box }: TextRow) => wide.filter((table) => table.box.y0 < box.y0).length;
  return [...Map.groupBy(rows, tablesAbove).values()];
}

/** A page prepared for reading ledgers, with the tables found on it alone. */
export interface PageTables extends LedgerSource {
  readonly tables: readonly Table[];
}

/** The tables of a single page, and the rows that ledgers over several pages may consist of. */
export function findPageTables(source: Page, options: FindTablesOptions = {}): PageTables {
  const ruled = collectRules(source);
  const { page, edges } = ruled;
  const { number, fills, rules } = page;
  const named = (tables: readonly Table[]) =>
    withHeaders(tables, source.lines, edges)
      .map(withCaptionRows)
      .map(withLabelRows)
      .map(withCentredLabels)
      .map((table, _, all) => withLabelsBeside(table, page.lines, all));
  if (sidewaysTurn(page) !== null || options.printedSheet === true)
    return {
      tables: named(findTables(source, options)),
      page: { number, fills, rules },
      edges,
      rowSets: [],
      grids: [],
    };
  const { tables, drawn, columned, frames, rowSets } = readPageTables(ruled);
  const grids = drawn.filter((table) => table.kind === 'tagged' || columned.includes(table) || isGrid(table, edges));
  return {
    tables: named(tables),
    page: { number, fills, rules },
    edges,
    rowSets: grids.length === drawn.length ? rowSets : openRowSets(page, grids, frames, edges),
    grids: grids.map(({ box }) => box),
  };
}

/**
 * Tables with the headers above them, without tables that were found inside those headers. The last row of a grid that
 * ends above a table is no header of it.
 */
function withHeaders(tables: readonly Table[], lines: readonly Line[], edges: PageEdges): Table[] {
  const grids = tables.filter(({ kind, angle }) => kind === 'ruled' && angle === 0);
  const gridOf = new Map(lines.map((line) => [line, grids.find(({ box }) => containsMiddle(box, line.box))]));
  const headed = tables.map((table) => {
    const open = lines.filter((line) => (gridOf.get(line)?.box.y1 ?? table.box.y0) >= table.box.y0 - borderPt);
    return withOpenHeader(table, open, edges.vertical) ?? withHeaderAbove(table, open, edges.horizontal);
  });
  const taken = headed.flatMap(({ box }, index) => {
    const y1 = tables[index]?.box.y0 ?? box.y0;
    return y1 - box.y0 > 2 ? [{ ...box, y1 }] : [];
  });
  return headed
    .filter(({ box }) => !taken.some((header) => containsBox(header, box, 2)))
    .map((table) => withoutLastRows(table, taken));
}

/** A table without last rows whose text is all in headers of tables below. */
function withoutLastRows(table: Table, headers: readonly Box[]): Table {
  const isTaken = ({ box }: Line) =>
    headers.some((header) => header.y0 > table.box.y0 && header.y1 >= table.box.y1 && containsMiddle(header, box));
  const rowCount =
    1 + table.cells.filter(({ lines }) => !lines.every(isTaken)).reduce((last, { row }) => Math.max(last, row), 0);
  if (rowCount === table.rowCount || table.cells.some(({ row, rowSpan }) => row < rowCount && row + rowSpan > rowCount))
    return table;
  return {
    ...table,
    box: { ...table.box, y1: table.rowCuts[rowCount] ?? table.box.y1 },
    rowCount,
    rowCuts: table.rowCuts.slice(0, rowCount + 1),
    cells: table.cells.filter(({ row }) => row < rowCount),
  };
}

/** Whether drawn rules separate columns for most of the table's height; spanning rows may interrupt them. */
function isGrid({ columnCuts, box }: Table, edges: PageEdges): boolean {
  return columnCuts.slice(1, -1).some((cut) => isRuledAt(cut, box, edges));
}

function isRuledAt(x: number, box: Box, edges: PageEdges): boolean {
  const drawn = edges.vertical
    .filter(({ at, soft }) => !soft && Math.abs(at - x) < 2)
    .reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, box.y1) - Math.max(start, box.y0)), 0);
  return drawn > 0.5 * (box.y1 - box.y0);
}

/** Whether rules separate more columns than the tags of a table have: tags without the empty cells shift the others. */
function leavesOutColumns({ columnCount, box }: Table, edges: PageEdges): boolean {
  const inside = edges.vertical.filter(({ at }) => at > box.x0 + 2 && at < box.x1 - 2).map(({ at }) => at);
  const ruled = new Set(inside.filter((x) => isRuledAt(x, box, edges)));
  return ruled.size >= columnCount;
}

/** The lines of each frame, and those outside of all. */
function splitByFrames(lines: readonly Line[], frames: readonly Box[]): readonly (readonly Line[])[] {
  const frameOf = (line: Line) => frames.findIndex((frame) => containsMiddle(frame, line.box));
  return [...Map.groupBy(lines, frameOf).values()];
}
