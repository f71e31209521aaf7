import { boxArea, boxHeight, boxWidth, containsMiddle } from '../../page-model/box.ts';
import { composeLine } from '../../page-model/text/build-lines.ts';
import type { Box, Line, Page } from '../../page-model/types.ts';
import { findChartRegions } from '../chart-regions.ts';
import type { Chunk } from '../chunk.ts';
import type { TableDraft } from '../compose-table.ts';
import { turnedChunks } from '../headers/turned-chunks.ts';
import type { PageEdges } from '../rules/edges.ts';
import { isNumberText } from '../value-text.ts';
import { placeSheetCells } from './place-sheet-cells.ts';
import { readSheetColumns } from './sheet-columns.ts';
import { readSheetRows, type SheetRow } from './sheet-rows.ts';

/**
 * Running headers and footers are within this distance of the page edge, and at least this many lines from the sheet.
 */
const furnitureShare = 0.09;
const furnitureLines = 2.5;
/** The minimum size of a chart or text box over the sheet, and its maximum share of the page. */
const smallestObjectPt = { width: 90, height: 50 };
const largestObjectShare = 0.6;
/** This many consecutive lines of running text are a text box over the sheet. */
const minProseLines = 4;
const minProseWords = 10;

/**
 * The page of a printed spreadsheet as one table: every text on it is in a cell. Null for a page with fewer than two
 * rows.
 */
export function readSheet(page: Page, drawn: PageEdges): TableDraft | null {
  const objects = floatingObjects(page);
  const edges = outsideOf(objects, drawn);
  const isOwn = (line: Line) => !isArtifact(line) && !objects.some((box) => containsMiddle(box, line.box));
  const lines = page.lines.filter((line) => line.angle === 0 && isOwn(line));
  const turned = turnedChunks(page.lines.filter(isOwn)).map(toLine);
  const rows = dropFurniture(dropProse(readSheetRows([...lines, ...turned], edges.horizontal)), page);
  if (rows.length < 2) return null;
  const cuts = readSheetColumns(rows, edges.vertical);
  if (cuts.length < 3 && !isColumnOfNumbers(rows)) return null;
  return {
    pageNumber: page.number,
    kind: edges.horizontal.length > 0 ? 'half-ruled' : 'unruled',
    columnCuts: cuts,
    rowCuts: rowCutsOf(rows),
    cells: placeSheetCells(rows, cuts, edges),
    headerRows: 0,
    confidence: 0.9,
  };
}

/** Whether a page has one column, of numbers: the columns before it are on another page. */
function isColumnOfNumbers(rows: readonly SheetRow[]): boolean {
  const numbers = rows.filter(({ cells: [cell] }) => isNumberText(textOf(cell?.lines ?? [])));
  return numbers.length > rows.length / 2;
}

/** The areas of charts and text boxes over the sheet: outlines, shapes, or rectangles with a chart on them. */
function floatingObjects(page: Page): Box[] {
  const { drawings, fills, widthPt, heightPt } = page;
  const isGround = (box: Box) =>
    boxWidth(box) >= smallestObjectPt.width &&
    boxHeight(box) >= smallestObjectPt.height &&
    boxArea(box) < largestObjectShare * widthPt * heightPt;
  const grounds = drawings.filter(
    ({ kind, fillColor, box }) => kind === 'polygon' && fillColor !== null && isGround(box),
  );
  const figures = findChartRegions(page);
  const charts = fills.filter(
    ({ box, isShape }) => isGround(box) && (isShape || figures.some((figure) => containsMiddle(box, figure))),
  );
  return [...grounds, ...charts].map(({ box }) => box);
}

/** The rules of the sheet itself, without those of charts. */
function outsideOf(objects: readonly Box[], { horizontal, vertical }: PageEdges): PageEdges {
  const isOutside = (box: Box) => !objects.some((object) => containsMiddle(object, box));
  return {
    horizontal: horizontal.filter(({ at, start, end }) => isOutside({ x0: start, x1: end, y0: at, y1: at })),
    vertical: vertical.filter(({ at, start, end }) => isOutside({ x0: at, x1: at, y0: start, y1: end })),
  };
}

function isArtifact({ words }: Line): boolean {
  return words.every(({ glyphs }) => glyphs.every(({ artifact }) => artifact));
}

/** A vertical heading as a line at the bottom of its cell. */
function toLine({ words, baseline }: Chunk): Line {
  return composeLine(words, baseline, 0);
}

function dropProse(rows: readonly SheetRow[]): readonly SheetRow[] {
  const long = rows.map(({ cells }) => cells.length === 1 && cells.some(({ lines }) => lines.every(isLongLine)));
  const runOf = (index: number) => {
    const before = long.lastIndexOf(false, index);
    const after = long.indexOf(false, index);
    return (after < 0 ? long.length : after) - before - 1;
  };
  return rows.filter((_, index) => long[index] !== true || runOf(index) < minProseLines);
}

function isLongLine({ words }: Line): boolean {
  return words.length >= minProseWords;
}

/** Removes running headers and footers: a single line near the page edge, centred on the page or far from the sheet. */
function dropFurniture(rows: readonly SheetRow[], { number, widthPt, heightPt }: Page): readonly SheetRow[] {
  const [first, second] = rows;
  const last = rows.at(-1);
  const beforeLast = rows.at(-2);
  if (first === undefined || second === undefined || last === undefined || beforeLast === undefined) return rows;
  const x0 = Math.min(...rows.slice(1).flatMap(({ cells }) => cells.map((cell) => cell.x0)));
  const x1 = Math.max(...rows.slice(1).flatMap(({ cells }) => cells.map((cell) => cell.x1)));
  const [title] = first.cells;
  // A title is apart from its sheet like a running header, but centred over the sheet rather than the page.
  const central = title !== undefined && Math.abs(title.x0 + title.x1 - widthPt) < 6;
  const offSheet = title !== undefined && Math.abs(title.x0 + title.x1 - x0 - x1) > 12;
  const head = first.cells.length === 1 && central && offSheet && first.y1 < furnitureShare * heightPt;
  const lineHeight = last.cells[0]?.lines[0]?.style.sizePt ?? 0;
  const far = last.y0 - beforeLast.y1 > furnitureLines * lineHeight;
  const isAlone = last.cells.length === 1 || last.cells.some(({ lines }) => textOf(lines) === String(number));
  const foot = isAlone && far && last.y0 > (1 - furnitureShare) * heightPt;
  return rows.slice(head ? 1 : 0, foot ? -1 : rows.length);
}

function rowCutsOf(rows: readonly SheetRow[]): number[] {
  const between = rows.slice(1).map(({ y0 }, index) => (y0 + (rows[index]?.y1 ?? y0)) / 2);
  return [(rows[0]?.y0 ?? 0) - 1, ...between, (rows.at(-1)?.y1 ?? 0) + 1];
}

function textOf(lines: readonly Line[]): string {
  return lines
    .map(({ text }) => text)
    .join(' ')
    .trim();
}
