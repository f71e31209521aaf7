import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noBoundaries } from '@platen/pdf-kit';
import ExcelJS from 'exceljs';
import { expect, onTestFinished, test } from 'vitest';
import { writeOutputs } from '../src/outputs/write-outputs.ts';
import type { SheetCell, SheetPage } from '../src/sheet-model.ts';
import { documentTables } from '../src/stages.ts';
import { sheetCell, sheetTable } from './sheet-tables.ts';

const cell = (row: number, text: string, changes: Partial<SheetCell> = {}) => sheetCell(row, 0, text, changes);

const noted = (row: number, word: string) =>
  cell(row, `${word}a`, {
    runs: [
      { text: word, script: 'normal' },
      { text: 'a', script: 'superscript' },
    ],
  });

function pageOf(pageNumber: number, cells: readonly SheetCell[]): SheetPage {
  const table = sheetTable(cells.length, cells, {
    firstPage: pageNumber,
    lastPage: pageNumber,
    columnCuts: [50, 150, 250],
  });
  return { pageNumber, dates: [], leftOut: [], items: [{ kind: 'table', table }] };
}

async function written(pages: readonly SheetPage[]): Promise<ExcelJS.Workbook> {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-excel-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [file] = await writeOutputs(
    documentTables([{ pages, textPages: [] }], noBoundaries),
    { output: ['xlsx'], sheets: 'per-table', title: 'Yearbook' },
    { folder, baseName: 'yearbook' },
  );
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file?.path ?? '');
  return workbook;
}

test('cells with superscripts keep each its own text', async () => {
  const workbook = await written([pageOf(1, [cell(0, 'Name'), noted(1, 'north'), noted(2, 'south')])]);
  const texts = [2, 3].map((row) => workbook.worksheets[0]?.getCell(row, 1).text);
  expect(texts).toEqual(['northa', 'southa']);
});

test('sheets keep their names, widths, merged cells and frozen header, and the workbook its title', async () => {
  const page = pageOf(1, [cell(0, 'Both', { columnSpan: 2 }), cell(1, 'left')]);
  const workbook = await written([page, pageOf(2, [cell(0, 'Name'), cell(1, '12')])]);
  const [first, second] = workbook.worksheets;
  expect([first?.name, second?.name]).toEqual(['Page 1 Table 1', 'Page 2 Table 1']);
  expect(first?.getCell('B1').master.address).toBe('A1');
  expect(first?.getColumn(1).width).toBeCloseTo(19);
  expect(first?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  expect(second?.getCell('A2').value).toBe(12);
  expect(workbook.title).toBe('Yearbook');
});

test('columns of text are as wide as labels with something beside them', async () => {
  const line = (...texts: string[]) => ({
    kind: 'line' as const,
    isDetail: false,
    line: {
      page: 1,
      texts: texts.map((text) => ({ text, box: { x0: 0, y0: 0, x1: 10, y1: 10 }, bold: false, recognition: null })),
    },
  });
  const items = [line('A sentence of the page that has nothing beside it'), line('Routing number:', '123456789')];
  const workbook = await written([
    { pageNumber: 1, dates: [], leftOut: [], items },
    pageOf(2, [cell(0, 'Name'), cell(1, '12')]),
  ]);
  const [sheet] = workbook.worksheets;
  expect([1, 2].map((column) => sheet?.getColumn(column).width)).toEqual([17, 11]);
});

test('the width of a column is found in one pass over the cells', async () => {
  const reads = { count: 0 };
  const counted = (row: number, column: number) => {
    const plain = sheetCell(row, column, '12');
    return Object.defineProperty({ ...plain }, 'columnSpan', {
      enumerable: true,
      get() {
        reads.count += 1;
        return 1;
      },
    });
  };
  const widths = async (columns: number) => {
    reads.count = 0;
    const cells = Array.from({ length: columns * 4 }, (_, at) => counted(Math.floor(at / columns), at % columns));
    const cuts = Array.from({ length: columns + 1 }, (_, at) => at * 50);
    const table = sheetTable(4, cells, { firstPage: 1, lastPage: 1, columnCuts: cuts });
    await written([{ pageNumber: 1, dates: [], leftOut: [], items: [{ kind: 'table', table }] }]);
    return reads.count / cells.length;
  };
  expect(await widths(80)).toBeLessThan(1.5 * (await widths(10)));
});

test('a sheet is printed as wide as the paper, its header on each page, and bold text fits', async () => {
  const cells = [
    sheetCell(0, 0, 'Name of the account'),
    sheetCell(0, 1, 'Sum'),
    sheetCell(1, 0, 'Rent'),
    sheetCell(1, 1, '12'),
  ];
  const tableOf = (right: number) =>
    sheetTable(2, cells, { firstPage: 1, lastPage: 1, headerRows: 1, columnCuts: [50, 90, right] });
  const items = [tableOf(150), tableOf(800)].map((table) => ({ kind: 'table' as const, table }));
  const workbook = await written([{ pageNumber: 1, dates: [], leftOut: [], items }]);
  const [narrow, wide] = workbook.worksheets;
  expect(narrow?.pageSetup).toMatchObject({ fitToPage: true, fitToWidth: 1, fitToHeight: 0, orientation: 'portrait' });
  expect(narrow?.pageSetup.printTitlesRow).toBe('1:1');
  expect(wide?.pageSetup.orientation).toBe('landscape');
  expect(narrow?.getColumn(1).width).toBeGreaterThan('Name of the account'.length + 2);
});
