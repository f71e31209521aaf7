import { type PDFPage, rgb } from 'pdf-lib';
import type { DesignCell, TableDesign } from './design-table.ts';
import type { Setting, TableLayout } from './lay-out-table.ts';

const rulePt = 0.6;
/** A rule under a heading over several columns leaves this much white on either side. */
const subRuleInsetPt = 2;

export interface DrawnAt {
  readonly leftPt: number;
  /** From the top of the page. */
  readonly topPt: number;
  /** Whether rules stand under headings over several columns where the style has none of its own. */
  readonly subRules: boolean;
}

/** Draws the fills, the rules and the texts of a table. */
export function drawTable(page: PDFPage, design: TableDesign, layout: TableLayout, setting: Setting, at: DrawnAt) {
  const pageHeight = page.getHeight();
  const { leftPt, topPt } = at;
  const { xs, ys } = layout;
  const x = (column: number) => leftPt + (xs[column] ?? 0);
  const y = (row: number) => pageHeight - topPt - (ys[row] ?? 0);
  const line = (x0: number, y0: number, x1: number, y1: number) =>
    page.drawLine({ start: { x: x0, y: y0 }, end: { x: x1, y: y1 }, thickness: rulePt });
  const columns = design.kinds.length;
  const across = (row: number) => line(x(0), y(row), x(columns), y(row));

  if (design.style === 'bands') drawBands(page, design, { x, y });
  for (const side of cellSides(design)) line(x(side.x0), y(side.y0), x(side.x1), y(side.y1));
  if (design.style === 'rows') for (let row = 0; row <= design.rowCount; row += 1) across(row);
  if (design.style === 'booktabs') for (const row of [0, design.headerRows, design.rowCount]) across(row);
  if (design.style === 'columns') {
    for (const row of [0, design.headerRows, design.rowCount]) across(row);
  }
  if (at.subRules && (design.style === 'booktabs' || design.style === 'rows' || design.style === 'unruled')) {
    for (const { row, column, columnSpan } of design.cells.filter((cell) => isGroupHeading(cell, design)))
      line(x(column) + subRuleInsetPt, y(row + 1), x(column + columnSpan) - subRuleInsetPt, y(row + 1));
  }
  for (const { text, x: left, y: down, bold } of layout.texts) {
    const font = bold ? setting.bold : setting.regular;
    page.drawText(text, { x: leftPt + left, y: pageHeight - topPt - down, size: setting.sizePt, font });
  }
}

function isGroupHeading({ row, columnSpan }: DesignCell, { headerRows }: TableDesign): boolean {
  return columnSpan > 1 && row < headerRows;
}

interface Side {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The sides of cells that are ruled, in lines of the grid: all of them, or without the outer ones, or uprights alone. */
function cellSides({ style, cells, kinds, rowCount }: TableDesign): Side[] {
  if (style !== 'grid' && style !== 'open-grid' && style !== 'columns') return [];
  return cells.flatMap(({ row, column, rowSpan, columnSpan }) => {
    const [bottom, right] = [row + rowSpan, column + columnSpan];
    const level = [row, bottom].map((at) => ({ x0: column, y0: at, x1: right, y1: at }));
    const upright = [column, right].map((at) => ({ x0: at, y0: row, x1: at, y1: bottom }));
    const inner = upright.filter(({ x0 }) => x0 > 0 && x0 < kinds.length);
    if (style === 'columns') return inner;
    return style === 'grid' ? [...level, ...upright] : [...level.filter(({ y0 }) => y0 > 0 && y0 < rowCount), ...inner];
  });
}

function drawBands(
  page: PDFPage,
  { headerRows, rowCount, kinds }: TableDesign,
  { x, y }: { readonly x: (column: number) => number; readonly y: (row: number) => number },
) {
  const band = (from: number, to: number, color: ReturnType<typeof rgb>) =>
    page.drawRectangle({ x: x(0), y: y(to), width: x(kinds.length) - x(0), height: y(from) - y(to), color });
  band(0, headerRows, rgb(0.75, 0.82, 0.9));
  for (let row = headerRows + 1; row < rowCount; row += 2) band(row, row + 1, rgb(0.93, 0.93, 0.93));
}
