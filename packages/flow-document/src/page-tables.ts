import { boxArea, containsMiddle, sharedArea } from '@platen/pdf-kit/geometry';
import type { Box, Page, Word } from '@platen/pdf-kit/page-model';
import { withoutWords } from '@platen/pdf-kit/page-model';
import { findTables, type Table } from '@platen/pdf-kit/tables';
import { barCharts, columnCharts } from './analysis/figures/bar-charts.ts';
import { findFigures } from './analysis/figures/figures.ts';
import { grounds } from './analysis/figures/patterns.ts';
import { cutsThroughText } from './analysis/tables/cuts-through-text.ts';
import { findDefinitionList } from './analysis/tables/definition-list.ts';
import { isFormWithBlanks } from './analysis/tables/form-table.ts';
import { hasDrawnLeaders } from './analysis/tables/has-drawn-leaders.ts';
import { isContents } from './analysis/tables/is-contents.ts';
import { isProgram } from './analysis/tables/is-program.ts';
import { findLabelLists } from './analysis/tables/label-list.ts';
import { rulesInsideBorder } from './analysis/tables/page-border.ts';
import { proseBeside } from './analysis/tables/prose-beside.ts';
import { isProseInColumns } from './analysis/tables/prose-in-columns.ts';
import { splitAtHeadings } from './analysis/tables/split-at-headings.ts';
import { withTypedBlanks } from './analysis/tables/typed-blanks.ts';

/** The tables of a page that become tables of the document: upright, with at least two rows and columns. */
export function findPageTables(framed: Page): readonly Table[] {
  // A ground colours no cell: it is a picture behind them.
  const behind = new Set(grounds(framed));
  const fills = framed.fills.filter((fill) => !behind.has(fill));
  const page = { ...framed, fills, rules: rulesInsideBorder(framed) };
  const tables = findGrids(page).map((table) => withTypedBlanks(table, page));
  const free = page.lines.filter(({ box }) => !tables.some((table) => containsMiddle(table.box, box)));
  const definitions = findDefinitionList(page, free);
  const lists = definitions === null ? findLabelLists(page, free) : [definitions];
  const apart = lists.filter((list) => tables.every(({ box }) => sharedArea(box, list.box) === 0));
  return [...tables, ...apart].sort((a, b) => a.box.y0 - b.box.y0);
}

function findGrids(drawn: Page): readonly Table[] {
  const page = withoutColumnCharts(drawn);
  const found = findTables(page);
  const prose = new Set(found.flatMap((table) => [...proseBeside(table, page)]));
  if (prose.size === 0) return worthSetting(found, page);
  const isProse = (word: Word) => word.glyphs.some((glyph) => prose.has(glyph));
  const apart = { ...page, lines: page.lines.flatMap((line) => withoutWords(line, isProse)) };
  return worthSetting(findTables(apart), apart);
}

/** The page without its charts of standing bars: their axes and labels would end the columns of what is above and beside them. */
function withoutColumnCharts(page: Page): Page {
  const charts = columnCharts(page);
  if (charts.length === 0) return page;
  const regions = findFigures(page, [])
    .filter(({ pictureIndex, behindText }) => pictureIndex === null && !behindText)
    .map(({ box }) => box)
    .filter((region) => charts.some((chart) => containsMiddle(region, chart)));
  const isInside = (box: Box) => regions.some((region) => containsMiddle(region, box));
  return {
    ...page,
    rules: page.rules.filter(({ x0, y0, x1, y1 }) => !isInside({ x0, y0, x1, y1 })),
    fills: page.fills.filter(({ box }) => !isInside(box)),
    lines: page.lines.flatMap((line) => withoutWords(line, ({ box }) => isInside(box))),
  };
}

/** Word has no wider tables. */
const maxColumns = 63;

function worthSetting(found: readonly Table[], page: Page): readonly Table[] {
  const charts = chartsOn(page);
  const barred = barCharts(page);
  return found
    .flatMap(splitAtHeadings)
    .filter(
      (table) =>
        table.angle === 0 &&
        table.rowCount * table.columnCount > 1 &&
        table.columnCount <= maxColumns &&
        !isLabelledList(table) &&
        !isProseInColumns(table) &&
        !isContents(table, page) &&
        !hasDrawnLeaders(table, page) &&
        !isProgram(table, page) &&
        !cutsThroughText(table) &&
        !isFormWithBlanks(table, page) &&
        !isWrittenOn(table, charts) &&
        !isBarChart(table.box, barred),
    );
}

/** Minimum slanted strokes of a chart; tables have none. */
const minStrokes = 3;

/** Regions of drawings with lines of a chart. */
function chartsOn(page: Page): readonly Box[] {
  const strokes = page.drawings.filter(({ kind }) => kind === 'line');
  if (strokes.length < minStrokes) return [];
  return findFigures(page, [])
    .filter(({ pictureIndex, behindText }) => pictureIndex === null && !behindText)
    .map(({ box }) => box)
    .filter((region) => strokes.filter(({ box }) => containsMiddle(region, box)).length >= minStrokes);
}

/** Whether a region is a bar chart: bars cover much of a chart, those in a table column do not. */
function isBarChart(table: Box, barred: readonly Box[]): boolean {
  return barred.some((region) => sharedArea(region, table) > 0.3 * boxArea(table));
}

/** Whether cells without a grid are the ticks and labels of charts. */
function isWrittenOn({ kind, cells }: Table, charts: readonly Box[]): boolean {
  if (charts.length === 0 || (kind !== 'unruled' && kind !== 'half-ruled')) return false;
  const words = cells.flatMap(({ lines }) => lines.flatMap((line) => line.words));
  return words.filter(({ box }) => charts.some((chart) => containsMiddle(chart, box))).length > 0.5 * words.length;
}

const markPattern = /^(?:[^\p{L}\p{N}\s]|o|[.(]?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])$/u;

/** Two columns without rules, one of them bullets or numbers: a list with separate labels. */
function isLabelledList({ kind, columnCount, rowCount, cells }: Table): boolean {
  if (kind !== 'unruled' || columnCount !== 2) return false;
  return [0, 1].some((column) => {
    const marks = cells.filter((cell) => cell.column === column && markPattern.test(cell.text.trim()));
    return (
      marks.length >= 2 &&
      marks.length >= 0.8 * cells.filter((cell) => cell.column === column && cell.text !== '').length &&
      marks.length >= 0.4 * rowCount
    );
  });
}
