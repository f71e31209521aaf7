import type { Table, TableCell } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { type CellRoom, placeTable } from '../src/compose/place-table.ts';

const noBorders = { top: false, right: false, bottom: false, left: false };

/** One column of rows that are 20 points high. */
function tableOf(rowCount: number): Table {
  const cells = Array.from({ length: rowCount }, (_, row): TableCell => {
    const box = { x0: 50, y0: 100 + 20 * row, x1: 150, y1: 120 + 20 * row };
    return { row, column: 0, rowSpan: 1, columnSpan: 1, box, lines: [], fill: null, borders: noBorders } as never;
  });
  return {
    box: { x0: 50, y0: 100, x1: 150, y1: 100 + 20 * rowCount },
    rowCount,
    columnCount: 1,
    rowCuts: Array.from({ length: rowCount + 1 }, (_, row) => 100 + 20 * row),
    columnCuts: [50, 150],
    headerRows: 0,
    cells,
  } as never;
}

function place(contentPt: readonly number[]) {
  const rooms: CellRoom[] = [];
  const { block, heightPt } = placeTable(tableOf(contentPt.length), {
    columnX0: 50,
    habits: {
      pitches: { usual: () => 12, isKnown: () => false },
      lineEndSpaces: { tellRunOn: false, tellEnd: false },
      bodyStyle: null,
    },
    figures: [],
    borderOf: () => ({ widthPt: 0.5, color: '#000000', style: 'single' }),
    floats: false,
    repeatsHeader: false,
    blocksOf: (_column, room) => {
      rooms.push(room);
      return { blocks: [], heightPt: contentPt[rooms.length - 1] ?? 0 };
    },
  });
  return { heights: block.rows.map((row) => row.heightPt), tops: rooms.map(({ topY }) => topY), heightPt };
}

test('rows are as high as they were where their content fits', () => {
  expect(place([12, 20, 12])).toEqual({ heights: [20, 20, 20], tops: [100, 120, 140], heightPt: 60 });
});

test('what a row needs more, the rows below it give up as far as they can', () => {
  expect(place([30, 14, 14])).toEqual({ heights: [20, 10, 16], tops: [100, 130, 144], heightPt: 60 });
});

test('a table grows by what no row below can give up', () => {
  expect(place([12, 12, 31])).toMatchObject({ heights: [20, 20, 20], heightPt: 71 });
});
