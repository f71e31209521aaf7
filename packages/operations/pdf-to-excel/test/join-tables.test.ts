import { expect, test } from 'vitest';
import { joinTables } from '../src/join-tables.ts';
import type { SheetCell, SheetPage, SheetTable } from '../src/sheet-model.ts';

const cell = (row: number, column: number, text: string): SheetCell => ({
  row,
  column,
  rowSpan: 1,
  columnSpan: 1,
  text,
  runs: null,
  bold: false,
  italic: false,
  color: '#000000',
  fill: null,
  align: 'left',
  borders: { top: false, right: false, bottom: false, left: false },
});

function tableOn(page: number, rows: readonly (readonly string[])[], changes: Partial<SheetTable> = {}): SheetPage {
  const table: SheetTable = {
    firstPage: page,
    lastPage: page,
    rowCount: rows.length,
    columnCuts: [50, 200, 350],
    fromTop: true,
    toBottom: true,
    isCarried: true,
    headerRows: 1,
    title: null,
    chain: null,
    isForm: false,
    cells: rows.flatMap((texts, row) => texts.map((text, column) => cell(row, column, text))),
    ...changes,
  };
  return { pageNumber: page, dates: [], items: [{ kind: 'table', table }] };
}

const tables = (pages: readonly SheetPage[]) =>
  joinTables(pages).flatMap(({ items }) => items.flatMap((item) => (item.kind === 'table' ? [item.table] : [])));

const header = ['Name', 'Size'];

test('a table that goes on over three pages is one, its repeated header dropped', () => {
  const [joined, ...more] = tables([
    tableOn(1, [header, ['a', '1']]),
    tableOn(2, [header, ['b', '2']]),
    tableOn(3, [header, ['c', '3']]),
  ]);
  expect(more).toEqual([]);
  expect(joined).toMatchObject({ firstPage: 1, lastPage: 3, rowCount: 4 });
  expect(joined?.cells.map(({ row, text }) => [row, text])).toEqual([
    [0, 'Name'],
    [0, 'Size'],
    [1, 'a'],
    [1, '1'],
    [2, 'b'],
    [2, '2'],
    [3, 'c'],
    [3, '3'],
  ]);
});

test('tables with text between them stay apart', () => {
  expect(
    tables([tableOn(1, [header, ['a', '1']], { toBottom: false }), tableOn(2, [header, ['b', '2']])]),
  ).toHaveLength(2);
});

test('tables with other columns stay apart', () => {
  const other = tableOn(2, [header, ['b', '2']], { columnCuts: [50, 120, 350] });
  expect(tables([tableOn(1, [header, ['a', '1']]), other])).toHaveLength(2);
});

test('tables with a page between them stay apart', () => {
  expect(tables([tableOn(1, [header, ['a', '1']]), tableOn(3, [header, ['b', '2']])])).toHaveLength(2);
});
