import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { textsWithoutRules } from '../../src/ocr/scan-rules.ts';
import {
  createPageTextRecognition,
  type GreyRaster,
  openPdfScan,
  type RasterLine,
  type Recognizer,
  readScanPage,
} from '../../src/ocr.ts';
import { openPageModel, type Page, type RecognizedWord, type Rule } from '../../src/page-model.ts';

const fileName = 'scan.pdf';
const [widthPt, heightPt] = [400, 300];
/** Of the table, in points; its cells hold a word each. */
const [xs, ys] = [
  [40, 140, 240, 340],
  [50, 75, 100, 125],
] as const;
const text = { widthPt: 40, heightPt: 8 };

/** A file of one page that is a picture of a table with rules. */
async function drawTable(strokes: readonly string[] = []): Promise<string> {
  const rules = [
    ...strokes,
    ...ys.map((y) => `<path d="M${xs[0]} ${y}H${xs[3]}" stroke="#000"/>`),
    ...xs.map((x) => `<path d="M${x} ${ys[0]}V${ys[3]}" stroke="#000"/>`),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1667" height="1250" viewBox="0 0 ${widthPt} ${heightPt}"><rect width="400" height="300" fill="#fff"/>${rules.join('')}</svg>`;
  const picture = await sharp(Buffer.from(svg)).png().toBuffer();
  const document = await PDFDocument.create();
  const sheet = document.addPage([widthPt, heightPt]);
  sheet.drawImage(await document.embedPng(picture), { x: 0, y: 0, width: widthPt, height: heightPt });
  const folder = mkdtempSync(join(tmpdir(), 'platen-scan-rules-'));
  const path = join(folder, fileName);
  writeFileSync(path, await document.save());
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path;
}

/** The page of such a file as it is read. */
async function scannedTable(strokes: readonly string[] = []): Promise<Page> {
  const path = await drawTable(strokes);
  const model = await openPageModel(path, { fileName });
  const page = await model.readPage(1);
  await model.close();
  const recognition = createPageTextRecognition(
    cellReader('word'),
    { path, fileName },
    { languages: ['eng'], maxPagePixels: 1e9, keepPhotographs: true },
  );
  const read = await recognition.recognize(page);
  await recognition.close();
  return read;
}

/** Reads the same word in each cell of the table. */
const cellReader = (read: string): Recognizer => ({
  async recognize(raster: GreyRaster) {
    const toPx = raster.widthPx / widthPt;
    return ys.slice(1).flatMap((bottom) =>
      xs.slice(1).map((right): RasterLine => {
        const [x0, y1] = [(right - 90) * toPx, (bottom - 8) * toPx];
        const box = { x0, x1: x0 + text.widthPt * toPx, y0: y1 - text.heightPt * toPx, y1 };
        return {
          words: [{ text: read, box, confidence: 0.95 }],
          baseline: { x0, x1: box.x1, y0: y1, y1 },
          heightPx: text.heightPt * toPx,
          direction: 'ltr',
          paragraph: 0,
        };
      }),
    );
  },
  detectOrientation: async () => null,
  close: async () => {},
});

test('the rules in the picture of a page are rules of the page, in points', async () => {
  const { rules } = await scannedTable();
  const levels = rules.filter(({ orientation }) => orientation === 'horizontal').toSorted((a, b) => a.y0 - b.y0);
  const uprights = rules.filter(({ orientation }) => orientation === 'vertical').toSorted((a, b) => a.x0 - b.x0);
  expect(levels.map(({ y0 }) => Math.round(y0))).toEqual(ys);
  expect(uprights.map(({ x0 }) => Math.round(x0))).toEqual(xs);
  expect(levels.map(({ x0, x1 }) => [Math.round(x0 / 2), Math.round(x1 / 2)])).toEqual(ys.map(() => [20, 170]));
  expect(new Set(rules.map(({ widthPt: width, color }) => `${width} ${color}`))).toEqual(new Set(['1 #000000']));
});

test('a band in the picture of a page is a fill of the page, in points', async () => {
  const { fills } = await scannedTable([`<rect x="40" y="50" width="300" height="25" fill="#ddd"/>`]);
  expect(fills.map(({ color }) => color)).toEqual(['#e0e0e0']);
  const sides = fills.flatMap(({ box: { x0, y0, x1, y1 } }) => [x0, y0, x1, y1]);
  // The rules around it are a point wide.
  for (const [index, side] of [40, 50, 340, 75].entries())
    expect(Math.abs((sides[index] ?? 0) - side)).toBeLessThan(1.5);
});

const rule = (x0: number, y0: number, x1: number, y1: number): Rule => ({
  orientation: y0 === y1 ? 'horizontal' : 'vertical',
  x0,
  y0,
  x1,
  y1,
  widthPt: 1,
  color: '#000000',
  dashed: false,
});

const wordAt = (word: string, x0: number, x1: number) => ({
  text: word,
  box: { x0, x1, y0: 10, y1: 20 },
  confidence: 0.9,
});

test('strokes at words are rules only if they are as long as the words, and short upright ones only if they meet others', async () => {
  const strokes = [
    // Under a word of the first row, and under a part of one.
    `<path d="M50 67.5H90" stroke="#000"/>`,
    `<path d="M155 67.5H181" stroke="#000"/>`,
    // Along the letters of a word.
    `<path d="M250 59.5H290" stroke="#000"/>`,
    // Beside the table.
    `<path d="M370 60V85" stroke="#000"/>`,
  ];
  const { rules } = await scannedTable(strokes);
  expect(rules.filter(({ x0, x1 }) => x0 > 45 && x1 < 135)).toHaveLength(1);
  expect(rules.filter(({ x0, x1 }) => x0 > 145 && x1 < 235)).toEqual([]);
  expect(rules.filter(({ x0, x1 }) => x0 > 245 && x1 < 335)).toEqual([]);
  expect(rules.filter(({ x0 }) => x0 > 350)).toEqual([]);
});

test('marks that a rule was read as go, and others stay', () => {
  const rules = [rule(50, 0, 50, 30), rule(0, 21, 300, 21)];
  const words = [
    wordAt('[Debit', 50, 90),
    wordAt('|', 49, 51),
    wordAt('100.00]', 10, 50),
    wordAt('_2.1', 100, 130),
    wordAt('[26]', 50, 70),
    wordAt('[note', 200, 240),
    wordAt('-', 220, 225),
  ];
  expect(textsWithoutRules([{ words }], rules)).toEqual([['Debit', null, '100.00', '2.1', '[26]', '[note', '-']]);
  expect(textsWithoutRules([{ words, angle: 90 }], rules)[0]).toEqual(words.map(({ text: read }) => read));
});

test('a bar as high as letters, on their baseline and before a word, is a capital I', () => {
  const letters = wordAt('certify', 26, 60);
  const bar = wordAt('|', 20, 22);
  const placed = (y0: number, y1: number) => ({ ...bar, box: { ...bar.box, y0, y1 } });
  const read = (words: readonly RecognizedWord[]) => textsWithoutRules([{ words, baseline: 20 }], [])[0]?.[0];
  const sure = wordAt('that', 70, 90);
  expect(read([bar, letters, sure])).toBe('I');
  expect(read([placed(8, 23), letters, sure])).toBe('|');
  expect(read([placed(13, 23), letters, sure])).toBe('|');
  expect(read([bar, wordAt('12.50', 26, 60), sure])).toBe('|');
  expect(read([bar, wordAt('certify', 45, 60), sure])).toBe('|');
});

test('a page is read without the marks that its rules are read as, and a box around one line has sides', async () => {
  // A stroke before each word of the last column, and a box of one line of letters of 8 points.
  const strokes = [
    `<path d="M250 50V125" stroke="#000"/>`,
    `<path d="M40 200H140V212H40Z" fill="none" stroke="#000"/>`,
  ];
  const path = await drawTable(strokes);
  const scan = await openPdfScan(path, { fileName });
  const place = { page: 1, found: await scan.inspect(1) };
  const { recognition } = await readScanPage(cellReader('[1'), scan, place, { languages: ['eng'] });
  scan.close();
  expect(recognition.lines.flatMap(({ words }) => words.map(({ text: read }) => read))).toEqual(
    ys.slice(1).flatMap(() => ['[1', '[1', '1']),
  );
  const { rules } = await scannedTable(strokes);
  const sides = rules.filter(({ orientation, y0 }) => orientation === 'vertical' && y0 > ys[3] + 10);
  expect(sides.map(({ x0 }) => Math.round(x0))).toEqual([40, 140]);
});
