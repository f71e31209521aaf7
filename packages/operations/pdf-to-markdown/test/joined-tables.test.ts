import type { TableBlock } from '@platen/flow-document';
import { expect, test } from 'vitest';
import { joinedTable } from '../src/emit/joined-tables.ts';

function table(pageNumber: number, widthsPt: readonly number[], ...rows: readonly (readonly string[])[]): TableBlock {
  return {
    kind: 'table',
    pageNumber,
    columnWidthsPt: widthsPt,
    rows: rows.map((texts) => ({
      cells: texts.map((text) => ({
        columnSpan: 1,
        rowSpan: 1,
        blocks: [{ kind: 'paragraph', list: null, bookmarks: [], inlines: [{ kind: 'text', text }] }],
      })),
    })),
  } as unknown as TableBlock;
}

const first = table(1, [100, 60], ['City', 'People'], ['Bern', '140']);

function textsOf(joined: TableBlock | null): readonly string[] | undefined {
  return joined?.rows.map(({ cells }) =>
    cells.map(({ blocks }) => JSON.stringify(blocks).match(/"text":"(.*?)"/)?.[1]).join(),
  );
}

test('a table that repeats the header goes on with the one before, wherever it is and however wide', () => {
  const joined = joinedTable(first, table(3, [90, 80], ['City', 'People'], ['Zug', '30']), 1);
  expect(textsOf(joined)).toEqual(['City,People', 'Bern,140', 'Zug,30']);
});

test('rows overleaf belong to the table if its columns are as wide, and the page is the next', () => {
  const rows = [['Zug', '30']];
  expect(textsOf(joinedTable(first, table(2, [101, 60], ...rows), 1))).toEqual(['City,People', 'Bern,140', 'Zug,30']);
  expect(joinedTable(first, table(2, [90, 70], ...rows), 1)).toBe(null);
  expect(joinedTable(first, table(3, [100, 60], ...rows), 1)).toBe(null);
  expect(joinedTable(first, table(1, [100, 60], ...rows), 1)).toBe(null);
});

test('tables of other columns, and those whose headers are empty, are tables of their own', () => {
  expect(joinedTable(first, table(1, [100, 60, 40], ['City', 'People', 'Area']), 1)).toBe(null);
  const blank = table(1, [100, 60], ['', ''], ['a', 'b']);
  expect(joinedTable(blank, table(1, [100, 60], ['', ''], ['c', 'd']), 1)).toBe(null);
});
