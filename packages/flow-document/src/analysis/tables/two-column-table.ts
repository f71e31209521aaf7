import { uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Line, Page } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';

/** The lines of a term, and of the text beside it. */
export interface TermRow {
  readonly terms: readonly Line[];
  readonly text: readonly Line[];
}

const noBorders = { top: false, right: false, bottom: false, left: false };
/** Room on each side of a cut, in points. */
const insetPt = 4;

/** A table of terms and their text, which begins at `textX0`. */
export function twoColumnTable(page: Page, rows: readonly TermRow[], textX0: number): Table {
  const all = uniteBoxes(rows.flatMap(({ terms, text }) => [...terms, ...text].map(({ box }) => box)));
  const columnCuts = [all.x0 - insetPt, textX0 - insetPt, all.x1 + insetPt];
  const tops = rows.map(({ terms, text }) => Math.min(...[...terms, ...text].map(({ box }) => box.y0)));
  const rowCuts = [...tops, all.y1];
  const cells = rows.flatMap(({ terms, text }, row) =>
    [terms, text].map((lines, column) => ({
      row,
      column,
      rowSpan: 1,
      columnSpan: 1,
      box: {
        x0: columnCuts[column] ?? 0,
        y0: rowCuts[row] ?? 0,
        x1: columnCuts[column + 1] ?? 0,
        y1: rowCuts[row + 1] ?? 0,
      },
      lines,
      text: lines.map((line) => line.text).join('\n'),
      fill: null,
      borders: noBorders,
    })),
  );
  const box = { x0: columnCuts[0] ?? 0, y0: all.y0, x1: columnCuts[2] ?? 0, y1: all.y1 };
  return {
    pageNumber: page.number,
    kind: 'unruled',
    box,
    rowCount: rows.length,
    columnCount: 2,
    columnCuts,
    rowCuts,
    cells,
    headerRows: 0,
    confidence: 0.8,
    angle: 0,
  };
}
