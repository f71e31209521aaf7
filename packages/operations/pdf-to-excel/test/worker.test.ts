import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultLimits, type WorkerCall, type WorkerReply, type WorkerTask } from '@platen/core';
import { openRenderer } from '@platen/pdf-kit/render';
import { loadSharp } from '@platen/pdf-kit/sharp';
import ExcelJS from 'exceljs';
import { type PDFDict, PDFDocument, PDFName, rgb, StandardFonts } from 'pdf-lib';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { ResolvedPdfToExcelOptions } from '../src/operation.ts';
import type { TablesDocument } from '../src/outputs/tables-document.ts';
import worker from '../src/worker.ts';

const sharp = await loadSharp();

const usual: ResolvedPdfToExcelOptions = {
  output: ['xlsx'],
  sheets: 'per-table',
  content: 'tables',
  ocr: 'off',
  language: 'eng',
};

const people = [
  ['Country', 'People', 'Share'],
  ['Austria', '8,979', '14.5%'],
  ['Belgium', '11,617', '3.2%'],
  ['Denmark', '(5,873)', '7.9%'],
  ['=SUM(A1)', '0042', '21.4%'],
];

/** A folder that is removed when the test ends. */
async function testFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-excel-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A PDF with a ruled table on each page, under a heading. */
async function writePdf(
  pages: readonly (readonly (readonly string[])[])[],
  { encrypt = false, mapsNineToZero = false } = {},
): Promise<string> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const rows of pages) {
    const page = document.addPage([595, 842]);
    page.drawText('A heading over the table', { x: 72, y: 720, size: 14, font });
    rows.forEach((row, index) => {
      const top = 600 - index * 20;
      row.forEach((text, column) => {
        page.drawRectangle({
          x: 70 + column * 100,
          y: top - 20,
          width: 100,
          height: 20,
          borderWidth: 0.7,
          borderColor: rgb(0, 0, 0),
        });
        page.drawText(text, { x: 75 + column * 100, y: top - 14, size: 10, font });
      });
    });
  }
  if (mapsNineToZero) {
    await document.flush();
    document.context.assign(font.ref, withWrongMap(document));
  }
  if (encrypt) document.encrypt({ userPassword: 'secret', ownerPassword: 'owner' });
  const file = path.join(await testFolder(), 'report.pdf');
  await writeFile(file, await document.save());
  return file;
}

/** Helvetica, with a map to Unicode that takes nines for zeros. */
function withWrongMap({ context }: PDFDocument): PDFDict {
  const map = '/CMapName /Map def 1 begincodespacerange <00> <ff> endcodespacerange';
  const ranges = '2 beginbfrange <20> <38> <0020> <3a> <7e> <003a> endbfrange 1 beginbfchar <39> <0030> endbfchar';
  const toUnicode = context.register(context.stream(`begincmap ${map} ${ranges} endcmap`));
  const names = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' };
  return context.obj({ ...names, ToUnicode: toUnicode }) as PDFDict;
}

/** A page of text with a picture of the part of another page that has its table. */
async function writePasted(table: string): Promise<string> {
  const renderer = await openRenderer(table);
  const drawn = await renderer.renderPage(1, { dpi: 150, pixels: 'rgb', wholePixels: true });
  const scale = 150 / 72;
  const area = { left: 60, top: 235, width: 320, height: 160 };
  const { width, height } = drawn;
  const png = await sharp(drawn.data, { raw: { width, height, channels: 3 } })
    .extract({
      left: Math.round(area.left * scale),
      top: Math.round(area.top * scale),
      width: Math.round(area.width * scale),
      height: Math.round(area.height * scale),
    })
    .png()
    .toBuffer();
  drawn.release();
  renderer.close();
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  page.drawText('The picture shows how many people live there.', { x: 72, y: 700, size: 11, font });
  page.drawImage(await document.embedPng(png), { x: 72, y: 500, width: area.width, height: area.height });
  const file = path.join(await testFolder(), 'pasted.pdf');
  await writeFile(file, await document.save());
  return file;
}

/** A table whose cells are squares of a font that says nothing of their meaning. */
async function writeWithoutUnicode(): Promise<string> {
  const document = await PDFDocument.create();
  const { context } = document;
  const page = document.addPage([595, 842]);
  const square = context.register(context.stream('600 0 d0 50 0 500 600 re f'));
  const codes = [1, 2, 3, 4, 5, 6, 7, 8];
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type3',
    FontBBox: [0, 0, 600, 700],
    FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    CharProcs: Object.fromEntries(codes.map((code) => [`shape${code}`, square])),
    Encoding: { Type: 'Encoding', Differences: codes.flatMap((code) => [code, `shape${code}`]) },
    FirstChar: 0,
    LastChar: 8,
    Widths: Array.from({ length: 9 }, () => 600),
    Resources: {},
  });
  page.node.setFontDictionary(PDFName.of('Unknown'), context.register(font));
  const rows = [700, 680, 660].map((y) => `BT /Unknown 10 Tf 72 ${y} Td <01020304> Tj 200 0 Td <05060708> Tj ET`);
  page.node.addContentStream(context.register(context.stream(rows.join('\n'))));
  const file = path.join(await testFolder(), 'squares.pdf');
  await writeFile(file, await document.save());
  return file;
}

/** A statement whose first page alone has headings and an amount paid in. */
async function writeStatement(pageCount: number): Promise<string> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pageCount; number += 1) {
    const page = document.addPage([595, 842]);
    const row = (y: number, [date = '', text = '', ...amounts]: readonly string[]) => {
      page.drawText(date, { x: 50, y, size: 9, font });
      page.drawText(text, { x: 110, y, size: 9, font });
      amounts.forEach((amount, index) => {
        page.drawText(amount, { x: 400 + 70 * index - font.widthOfTextAtSize(amount, 9), y, size: 9, font });
      });
    };
    if (number === 1) {
      row(780, ['Date', 'Details', 'Paid out', 'Paid in', 'Balance']);
      row(766, ['01/03/2025', 'Salary', '', '9,000.00', '9,000.00']);
    }
    for (let index = 1; index <= 8; index += 1) {
      const left = 9000 - 8 * (number - 1) - index;
      row(766 - 14 * index, ['13/03/2025', `Card ${number}-${index}`, '1.00', '', `${left.toLocaleString('en')}.00`]);
    }
  }
  const file = path.join(await testFolder(), 'statement.pdf');
  await writeFile(file, await document.save());
  return file;
}

async function run(file: string, options: Partial<ResolvedPdfToExcelOptions> = {}, warnings: string[] = []) {
  const outputDir = await testFolder();
  const task: WorkerTask<ResolvedPdfToExcelOptions> = {
    inputs: [{ path: file, fileName: 'report.pdf', mediaType: 'application/pdf', sizeBytes: 1 }],
    options: { ...usual, ...options },
    outputDir,
    limits: defaultLimits,
  };
  const call = (rest: Omit<WorkerCall, 'task'>): Promise<WorkerReply> =>
    worker({ ...rest, task } as WorkerCall, (message) => {
      if (message.kind === 'warning') warnings.push(message.warning.code);
    });
  const plan = await call({ phase: 'start' } as never);
  if (plan.kind !== 'plan') return plan;
  const results: unknown[] = [];
  for (const part of plan.parts) {
    const reply = await call({ phase: 'part', part } as never);
    if (reply.kind !== 'result') return reply;
    results.push(structuredClone(reply.result));
  }
  return call({ phase: 'join', results } as never);
}

async function open(file: string, options: Partial<ResolvedPdfToExcelOptions> = {}): Promise<ExcelJS.Workbook> {
  return workbookOf(await run(file, options));
}

async function workbookOf(reply: Awaited<ReturnType<typeof run>>): Promise<ExcelJS.Workbook> {
  if (reply.kind !== 'outputs') throw new Error(JSON.stringify(reply));
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(reply.outputs[0]?.path ?? '');
  return workbook;
}

test('text whose fonts do not tell its characters is warned of', async () => {
  const warnings: string[] = [];
  await run(await writeWithoutUnicode(), {}, warnings);
  expect(warnings).toContain('TEXT_NOT_READABLE');
});

test('figures that a font maps to others are read from their shapes, with a warning', async () => {
  const warnings: string[] = [];
  const rows = [
    ['Item', 'Year', 'Amount'],
    ['Rent', '1987', '4,390.00'],
    ['Wages', '1999', '9,109.90'],
    ['Fuel', '2009', '1,900.19'],
  ];
  const reply = await run(await writePdf([rows], { mapsNineToZero: true }), { ocr: 'auto' }, warnings);
  expect(warnings).toEqual(['TEXT_DOUBTFUL']);
  const sheet = (await workbookOf(reply)).worksheets[0];
  expect(sheet?.getSheetValues().slice(2)).toMatchObject(
    [
      ['Rent', 1987, 4390],
      ['Wages', 1999, 9109.9],
      ['Fuel', 2009, 1900.19],
    ].map((row) => [undefined, ...row]),
  );
});

test('a picture of a table among text is a table, unless nothing is to be recognised', async () => {
  const file = await writePasted(await writePdf([people]));
  const { worksheets } = await workbookOf(await run(file, { ocr: 'auto' }));
  expect(worksheets[0]?.getSheetValues().slice(1, 4)).toMatchObject(
    [
      ['Country', 'People', 'Share'],
      ['Austria', 8979, 0.145],
      ['Belgium', 11617, 0.032],
    ].map((row) => [undefined, ...row]),
  );
  const warnings: string[] = [];
  await run(file, {}, warnings);
  expect(warnings).toEqual(['NO_TABLES']);
});

test('values of a form that the file does not draw are in the cells of their fields', async () => {
  const document = await PDFDocument.load(
    await readFile(
      await writePdf([
        [
          ['Item', 'Date', 'Amount'],
          ['', '', ''],
          ['', '', ''],
        ],
      ]),
    ),
  );
  const page = document.getPage(0);
  const values = [
    ['Taxi', '01/02/2025', '23.50'],
    ['Hotel', '02/02/2025', '180.00'],
  ];
  for (const [row, texts] of values.entries()) {
    for (const [column, text] of texts.entries()) {
      const field = document.getForm().createTextField(`field ${row} ${column}`);
      field.addToPage(page, { x: 72 + column * 100, y: 562 - row * 20, width: 96, height: 16, borderWidth: 0 });
      field.setText(text);
      for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
    }
  }
  const file = path.join(await testFolder(), 'filled.pdf');
  await writeFile(file, await document.save({ updateFieldAppearances: false }));
  const sheet = (await open(file)).worksheets[0];
  expect([2, 3].map((row) => [1, 3].map((column) => sheet?.getCell(row, column).value))).toEqual([
    ['Taxi', 23.5],
    ['Hotel', 180],
  ]);
});

test('a form that is drawn from its data is read with a warning', async () => {
  const warnings: string[] = [];
  const document = await PDFDocument.load(await readFile(await writePdf([people])));
  const { context } = document;
  const form = { Fields: [], XFA: context.register(context.stream('<xdp:xdp/>')) };
  document.catalog.set(PDFName.of('AcroForm'), context.obj(form));
  const file = path.join(await testFolder(), 'form.pdf');
  await writeFile(file, await document.save());
  await run(file, {}, warnings);
  expect(warnings).toEqual(['CONTENT_BESIDE_PAGES']);
});

test('text whose fonts tell its characters is not', async () => {
  const warnings: string[] = [];
  await run(await writePdf([people]), {}, warnings);
  expect(warnings).toEqual([]);
});

describe('a workbook', () => {
  test('has a sheet for each table, named by page and place', async () => {
    const workbook = await open(await writePdf([people, people]));
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Page 1 Table 1', 'Page 2 Table 1']);
  });

  test('holds numbers as numbers, in the format they were printed in', async () => {
    const sheet = (await open(await writePdf([people]))).worksheets[0];
    expect(sheet?.getCell('B2').value).toBe(8979);
    expect(sheet?.getCell('B2').numFmt).toBe('#,##0');
    expect(sheet?.getCell('C2').value).toBe(0.145);
    expect(sheet?.getCell('C2').numFmt).toBe('0.0%');
    expect(sheet?.getCell('B4').value).toBe(-5873);
  });

  test('keeps text with leading zeros or a leading equals sign as text', async () => {
    const sheet = (await open(await writePdf([people]))).worksheets[0];
    expect(sheet?.getCell('A5').value).toBe('=SUM(A1)');
    expect(sheet?.getCell('B5').value).toBe('0042');
  });

  test('has a bold, frozen header and the borders of the page', async () => {
    const sheet = (await open(await writePdf([people]))).worksheets[0];
    expect(sheet?.getCell('A1').font?.bold).toBe(true);
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet?.getCell('A2').border).toMatchObject({ top: { style: 'thin' }, left: { style: 'thin' } });
  });

  test('keeps a statement of many pages in one table, under the headings of its first page', async () => {
    const { worksheets } = await open(await writeStatement(50));
    expect(worksheets).toHaveLength(1);
    expect(worksheets[0]?.rowCount).toBe(402);
    expect([1, 3, 4, 5].map((column) => worksheets[0]?.getCell(402, column).value)).toEqual([
      new Date('2025-03-13'),
      1,
      null,
      8600,
    ]);
  });

  test('can have a sheet for each page, with the text between the tables', async () => {
    const workbook = await open(await writePdf([people]), { sheets: 'per-page', content: 'all' });
    const [sheet] = workbook.worksheets;
    expect(sheet?.name).toBe('Page 1');
    expect(sheet?.getCell('A1').value).toBe('A heading over the table');
    expect(sheet?.getCell('A3').value).toBe('Country');
  });

  test('keeps a label and its value in one row of the text between the tables', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    const page = document.addPage([595, 842]);
    page.drawText('Sum of all: 496.00', { x: 72, y: 690, size: 10, font });
    page.drawText('People counted', { x: 72, y: 600, size: 10, font });
    page.drawText('1,234', { x: 400, y: 600, size: 10, font });
    const file = path.join(await testFolder(), 'sums.pdf');
    await writeFile(file, await document.save());
    const [sheet] = (await open(file, { content: 'all' })).worksheets;
    expect(sheet?.getRow(1).values).toEqual([undefined, 'Sum of all:', 496]);
    expect(sheet?.getRow(3).values).toEqual([undefined, 'People counted', 1234]);
  });

  test('can hold all tables on one sheet', async () => {
    const workbook = await open(await writePdf([people, people]), { sheets: 'single' });
    expect(workbook.worksheets).toHaveLength(1);
    expect(workbook.worksheets[0]?.getCell('A7').value).toBe('Country');
  });

  test('takes only the pages asked for', async () => {
    const workbook = await open(await writePdf([people, people, people]), { pages: '2' });
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Page 2 Table 1']);
  });
});

describe('other outputs', () => {
  const filesOf = async (file: string, options: Partial<ResolvedPdfToExcelOptions>) => {
    const reply = await run(file, options);
    if (reply.kind !== 'outputs') throw new Error(JSON.stringify(reply));
    return reply.outputs;
  };

  test('CSV has the values of a table, and marks texts that look like formulas', async () => {
    const [csv, ...others] = await filesOf(await writePdf([people]), { output: ['csv'] });
    expect(others).toEqual([]);
    expect(csv).toMatchObject({ fileName: 'report.csv', mediaType: 'text/csv; charset=utf-8' });
    expect(await readFile(csv?.path ?? '', 'utf8')).toBe(
      [
        '\ufeffCountry,People,Share',
        'Austria,8979,0.145',
        'Belgium,11617,0.032',
        'Denmark,-5873,0.079',
        "'=SUM(A1),0042,0.214",
        '',
      ].join('\r\n'),
    );
  });

  test('each table has a CSV file of its own, named after its sheet', async () => {
    const files = await filesOf(await writePdf([people, people]), { output: ['csv'] });
    expect(files.map(({ fileName }) => fileName)).toEqual(['report-Page-1-Table-1.csv', 'report-Page-2-Table-1.csv']);
  });

  test('all formats asked for come out, in the order asked for', async () => {
    const files = await filesOf(await writePdf([people]), { output: ['json', 'xlsx', 'csv'] });
    expect(files.map(({ fileName }) => fileName)).toEqual(['report.json', 'report.xlsx', 'report.csv']);
  });

  test('JSON has each value with its text and place, as its schema says', async () => {
    const [json] = await filesOf(await writePdf([people]), { output: ['json'], content: 'all' });
    const document: TablesDocument = JSON.parse(await readFile(json?.path ?? '', 'utf8'));
    const schema = await readFile(new URL('../schema/tables.schema.json', import.meta.url), 'utf8');
    expect(z.fromJSONSchema(JSON.parse(schema)).parse(document)).toEqual(document);
    const [table] = document.tables;
    expect(table).toMatchObject({
      sheet: 'Page 1 Table 1',
      kind: 'table',
      pages: [1, 1],
      headerRows: 1,
      columnCount: 3,
    });
    expect(table?.rows[3]?.[1]).toEqual({
      text: '(5,873)',
      type: 'number',
      value: -5873,
      page: 1,
      box: [170, 302, 270, 322],
      confidence: null,
      warnings: [],
    });
    expect(document.lines.map(({ texts }) => texts.map(({ text }) => text))).toEqual([['A heading over the table']]);
  });

  test('JSON names the values that contradict each other', async () => {
    const sums = [
      ['Item', 'Pieces', 'Price', 'Sum'],
      ...[3, 5, 7, 9].map((n) => ['Bolt', `${n}`, '2.00', `${2 * n}.00`]),
    ];
    const wrong = sums.map((row, index) => (index === 2 ? ['Bolt', '5', '2.00', '19.00'] : row));
    const [json] = await filesOf(await writePdf([wrong]), { output: ['json'] });
    const document: TablesDocument = JSON.parse(await readFile(json?.path ?? '', 'utf8'));
    const flagged = document.tables[0]?.rows.map((row) => row.flatMap((cell) => cell?.warnings ?? []).length > 0);
    expect(flagged).toEqual([false, false, true, false, false]);
  });
});

describe('what cannot be converted', () => {
  test('the text of a document without tables is laid out', async () => {
    const workbook = await open(await writePdf([[]]));
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Page 1']);
    expect(workbook.worksheets[0]?.getCell('A1').value).toBe('A heading over the table');
  });

  test('a document without text fails with no_tables', async () => {
    const blank = await PDFDocument.create();
    blank.addPage([595, 842]);
    const file = path.join(await testFolder(), 'report.pdf');
    await writeFile(file, await blank.save());
    expect(await run(file)).toMatchObject({
      kind: 'error',
      error: { code: 'PROCESSING_FAILED', details: { reason: 'no_tables', fileName: 'report.pdf' } },
    });
  });

  test('its text is written all the same when all content is asked for', async () => {
    const workbook = await open(await writePdf([[]]), { content: 'all' });
    expect(workbook.worksheets[0]?.getCell('A1').value).toBe('A heading over the table');
  });

  test('an encrypted document asks for its password, and opens with it', async () => {
    const file = await writePdf([people], { encrypt: true });
    expect(await run(file)).toMatchObject({
      kind: 'error',
      error: { code: 'PDF_ENCRYPTED', details: { reason: 'password_required' } },
    });
    expect((await open(file, { password: 'secret' })).worksheets).toHaveLength(1);
  });

  test('a file that is no PDF is damaged', async () => {
    const file = path.join(await testFolder(), 'bad.pdf');
    await writeFile(file, '%PDF-1.7 and nothing else');
    expect(await run(file)).toMatchObject({ kind: 'error', error: { details: { reason: 'damaged_file' } } });
  });

  test('a page past the end fails with page_out_of_range', async () => {
    expect(await run(await writePdf([people]), { pages: '9' })).toMatchObject({
      kind: 'error',
      error: { details: { reason: 'page_out_of_range' } },
    });
  });
});
