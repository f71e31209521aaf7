import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPdf, writePdf } from '../src/objects.ts';
import { openPdfScan } from '../src/ocr.ts';
import { openPageModel } from '../src/page-model.ts';
import { openRenderer } from '../src/render.ts';
import { pdfText } from './objects/pdf-text.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-repair-'));
});

afterAll(() => rm(folder, { recursive: true }));

const content = 'BT /F1 24 Tf 20 40 Td (Second page) Tj ET';
const stream = (data: string) => `<</Length ${data.length}>>\nstream\n${data}\nendstream`;
const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const page = (contents: number) =>
  `<</Type/Page/Parent 9 0 R/MediaBox[0 0 200 100]/Contents ${contents} 0 R/Resources<</Font<</F1 5 0 R>>>>>>`;

/** Catalog and page tree come last, so that a cut file lacks them. */
const objects = {
  2: stream('BT /F1 24 Tf 20 40 Td (First page) Tj ET'),
  3: page(2),
  4: stream(content),
  5: font,
  6: page(4),
  9: '<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>',
  10: '<</Type/Catalog/Pages 9 0 R/Outlines 11 0 R>>',
};
const whole = pdfText(objects, '/Root 10 0 R');
const text = whole.toString('latin1');
const upTo = (needle: string) => whole.subarray(0, text.indexOf(needle));
const replace = (from: RegExp, to: string) => Buffer.from(text.replace(from, to), 'latin1');

const damages: readonly (readonly [string, Buffer])[] = [
  ['cut before the page tree', upTo('9 0 obj')],
  ['cut in the catalog', upTo('/Outlines')],
  ['with a page tree that lists nothing', replace(/\/Kids\[[^\]]*\]\/Count 2/, '/Kids[]/Count 0      ')],
];

async function readText(path: string, onRepair: (code: string, message: string) => void): Promise<readonly string[]> {
  const document = await openPageModel(path, { fileName: 'report.pdf', onRepair });
  try {
    const lines: string[] = [];
    for (let number = 1; number <= document.pageCount; number++) {
      const page = await document.readPage(number);
      lines.push(page.lines.map(({ words }) => words.map((word) => word.text).join(' ')).join('\n'));
    }
    return lines;
  } finally {
    await document.close();
  }
}

describe.each(damages)('a file %s', (name, bytes) => {
  let path: string;
  const warnings: string[] = [];
  const onRepair = (code: string, message: string) => void warnings.push(`${code} ${message}`);

  beforeAll(async () => {
    path = join(folder, `${name}.pdf`);
    await writeFile(path, bytes);
    warnings.length = 0;
  });

  test('is read as its repaired copy, with a warning', async () => {
    expect(await readText(path, onRepair)).toEqual(['First page', 'Second page']);
    expect(warnings[0]).toMatch(/^REPAIRED report\.pdf was damaged and had to be repaired/);
  });

  test('is drawn, and looked into for recognition', async () => {
    const renderer = await openRenderer(path, { fileName: 'report.pdf', onRepair });
    const drawn = await renderer.renderPage(2);
    expect(drawn.data.some((value) => value < 128)).toBe(true);
    renderer.close();
    const scan = await openPdfScan(path, { fileName: 'report.pdf', onRepair });
    expect(scan.pageCount).toBe(2);
    expect((await scan.inspect(2)).visibleLetters).toBe('Secondpage'.length);
    scan.close();
  });

  test('is refused where nobody would be warned', async () => {
    const damage = { details: { reason: 'damaged_file' } };
    await expect(openPageModel(path)).rejects.toMatchObject(damage);
    await expect(openRenderer(path)).rejects.toMatchObject(damage);
  });

  test('stays as it is', async () => {
    expect(Buffer.compare(await readFile(path), bytes)).toBe(0);
  });
});

test.each([
  ['with a wrong place of its cross-reference', replace(/startxref\s+\d+/, 'startxref\n7')],
  ['without its cross-reference and end', upTo('xref\n0')],
  ['with another protocol before its header', Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), whole])],
  ['with bytes missing in its middle', Buffer.from(text.replace('BT /F1 24', 'BT  /F1    24'), 'latin1')],
])('a file %s is read and drawn by one engine or the other', async (name, bytes) => {
  const path = join(folder, `${name}.pdf`);
  await writeFile(path, bytes);
  expect(await readText(path, () => {})).toEqual(['First page', 'Second page']);
  const renderer = await openRenderer(path, { onRepair: () => {} });
  expect(renderer.pageCount).toBe(2);
  renderer.close();
});

test('of a file with a broken object stream, what the others hold is read', async () => {
  const extra = Array.from({ length: 500 }, (_, index) => 100 + index);
  const pieces = Object.fromEntries(extra.map((number) => [number, `<</Piece(${'piece '.repeat(5)}${number})>>`]));
  const catalog = `<</Type/Catalog/PieceInfo<</A[${extra.map((number) => `${number} 0 R`).join(' ')}]>>/Pages 9 0 R>>`;
  const path = join(folder, 'packed.pdf');
  writePdf(await openPdf(pdfText({ ...objects, 10: catalog, ...pieces }, '/Root 10 0 R')), path);
  const packed = await readFile(path);
  const streams = [...packed.toString('latin1').matchAll(/\/ObjStm/g)];
  expect(streams).toHaveLength(3);
  // The last one has none of the pages. Without the cross-reference every stream is looked into.
  packed.fill(0, (streams[2]?.index ?? 0) + 80, (streams[2]?.index ?? 0) + 400);
  await writeFile(path, packed.subarray(0, packed.lastIndexOf('startxref')));
  expect(await readText(path, () => {})).toEqual(['First page', 'Second page']);
});

test('a file that opens is not repaired', async () => {
  const path = join(folder, 'whole.pdf');
  await writeFile(path, whole);
  const warnings: string[] = [];
  await readText(path, (code) => void warnings.push(code));
  expect(warnings).toEqual([]);
});

test.each([
  ['nothing but a header', Buffer.from('%PDF-1.7\nnothing more')],
  ['cut before its first page', upTo('3 0 obj')],
])('%s stays a damaged file', async (_, bytes) => {
  const path = join(folder, 'beyond.pdf');
  await writeFile(path, bytes);
  const onRepair = () => {
    throw new Error('it was not repaired');
  };
  const damage = { code: 'PROCESSING_FAILED', details: { reason: 'damaged_file', fileName: 'a.pdf' } };
  await expect(openPageModel(path, { fileName: 'a.pdf', onRepair })).rejects.toMatchObject(damage);
  await expect(openRenderer(path, { fileName: 'a.pdf', onRepair })).rejects.toMatchObject(damage);
});
