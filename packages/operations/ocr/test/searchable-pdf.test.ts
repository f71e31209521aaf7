import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { characterError } from '../../../pdf-kit/test/ocr/character-error.ts';
import { copyText, copyTextByPdfjs, drawPage, readLines } from './read-pdf.ts';
import { runOcr, sharedRecognizer } from './run-ocr.ts';
import { declarationText, scanImage, scanPdf, scanSize } from './scan-pdf.ts';

afterAll(() => sharedRecognizer.close());

test('a scan becomes searchable and looks as it did', async () => {
  const input = await scanPdf();
  const { bytes, fileName, mediaType } = await runOcr(input, {}, 'letter.pdf');
  expect({ fileName, mediaType }).toEqual({ fileName: 'letter.pdf', mediaType: 'application/pdf' });
  expect(characterError(await copyText(bytes), declarationText)).toBeLessThanOrEqual(0.01);
  expect(characterError(await copyTextByPdfjs(bytes), declarationText)).toBeLessThanOrEqual(0.01);
  expect(await drawPage(bytes)).toEqual(await drawPage(input));
});

test('words stand over their picture', async () => {
  const { bytes } = await runOcr(await scanPdf());
  const [heading, first] = await readLines(bytes);
  // In the picture the heading runs from column 53 to 615 with its baseline at row 69, at 200 dpi.
  expect(heading?.words[0]?.box.x0).toBeCloseTo((53 * 72) / 200, 0);
  expect(heading?.words.at(-1)?.box.x1).toBeCloseTo((615 * 72) / 200, 0);
  expect(first?.words[0]?.box.x0).toBeCloseTo((53 * 72) / 200, 0);
});

test.each([
  { rotate: 90, cropMargin: 40 },
  { rotate: 180, cropMargin: 40 },
  { rotate: 270, cropMargin: 40 },
  { userUnit: 2 },
] as const)('a page with %j is read as it shows, words in place', async (page) => {
  const { bytes } = await runOcr(await scanPdf([page]));
  const [plain] = await readLines((await runOcr(await scanPdf())).bytes);
  const [shown] = await readLines(bytes);
  expect(shown?.words.map(({ text }) => text)).toEqual(plain?.words.map(({ text }) => text));
  for (const edge of ['x0', 'y0', 'x1', 'y1'] as const) {
    const [found, expected] = [shown?.words[0]?.box[edge] ?? Number.NaN, plain?.words[0]?.box[edge] ?? Number.NaN];
    expect(Math.abs(found - expected)).toBeLessThan(1);
  }
});

test('pages that have text are left alone, and a stamped scan is read all the same without its stamp twice', async () => {
  const text = 'Text that the page has. '.repeat(12);
  const input = await scanPdf([
    { withoutImage: true, stamp: text },
    { stamp: 'Archive 42' },
    { hidden: 'Earlier layer' },
  ]);
  const { bytes } = await runOcr(input);
  expect((await copyText(bytes, 1)).trim()).toBe(text.trim());
  const stamped = await copyText(bytes, 2);
  expect(stamped).toContain('Declaration of Independence');
  expect(stamped.match(/Archive 42/g)).toHaveLength(1);
  expect((await copyText(bytes, 3)).trim()).toBe('Earlier layer');
});

test('redo takes an old layer away and reads anew; the look stays', async () => {
  const input = await scanPdf([{ hidden: 'Earlier layer' }]);
  const { bytes } = await runOcr(input, { mode: 'redo' });
  const copied = await copyText(bytes);
  expect(copied).not.toContain('Earlier');
  expect(characterError(copied, declarationText)).toBeLessThanOrEqual(0.01);
  expect(await drawPage(bytes)).toEqual(await drawPage(input));
});

test('force reads even a page whose text shows, as a picture of itself', async () => {
  const { bytes } = await runOcr(await scanPdf([{ withoutImage: true, stamp: 'Visible words of a page' }]), {
    mode: 'force',
  });
  const lines = await readLines(bytes);
  expect(lines.every(({ hidden }) => hidden)).toBe(true);
  expect(await copyText(bytes)).toContain('Visible words');
});

test('rotate shows a page upright, and only when asked', async () => {
  const upsideDown = await scanPdf([{ spoil: (page) => page.rotate(180) }]);
  const angle = async (bytes: Uint8Array) => (await PDFDocument.load(bytes)).getPage(0).getRotation().angle;
  const turned = await runOcr(upsideDown, { rotate: true });
  expect(await angle(turned.bytes)).toBe(180);
  expect((await readLines(turned.bytes))[0]?.words[0]?.box.y0).toBeLessThan(40);
  expect(await angle((await runOcr(upsideDown)).bytes)).toBe(0);
});

test('deskew shows a page level, and only when asked', async () => {
  const skewed = await scanPdf([{ spoil: (page) => page.rotate(3, { background: '#ffffff' }) }]);
  const levelled = await runOcr(skewed, { deskew: true });
  expect(await drawPage(levelled.bytes)).not.toEqual(await drawPage(skewed));
  expect(characterError(await copyText(levelled.bytes), declarationText)).toBeLessThanOrEqual(0.02);
  expect(await drawPage((await runOcr(skewed)).bytes)).toEqual(await drawPage(skewed));
});

test.each([
  ['scan.png', () => scanImage()],
  ['scan.jpg', () => scanImage((page) => page.toColourspace('b-w').jpeg({ quality: 90 }))],
  ['scan.tif', () => scanImage((page) => page.toColourspace('b-w').tiff({ compression: 'lzw' }))],
  ['sideways.jpg', () => scanImage((page) => page.rotate(-90).jpeg().withMetadata({ density: 200, orientation: 6 }))],
])('%s becomes a PDF of its size with its text', async (name, image) => {
  const { bytes, fileName } = await runOcr(await image(), {}, name);
  const page = (await PDFDocument.load(bytes)).getPage(0);
  expect(fileName).toBe(`${name.split('.')[0]}.pdf`);
  expect(page.getWidth()).toBeCloseTo((scanSize.widthPx * 72) / 200, 0);
  expect(page.getHeight()).toBeCloseTo((scanSize.heightPx * 72) / 200, 0);
  expect(characterError(await copyText(bytes), declarationText)).toBeLessThanOrEqual(0.01);
});

test('a blank page stays blank', async () => {
  const { bytes } = await runOcr(await scanPdf([{ withoutImage: true }]));
  expect(await copyText(bytes)).toBe('');
});

test('an encrypted file needs its password, and comes out without one', async () => {
  const document = await PDFDocument.load(await scanPdf());
  document.encrypt({ userPassword: 'open', ownerPassword: 'own' });
  const input = await document.save();
  const failure = (reason: string) => ({ code: 'PDF_ENCRYPTED', details: { reason, fileName: 'scan.pdf' } });
  await expect(runOcr(input)).rejects.toMatchObject(failure('password_required'));
  await expect(runOcr(input, { password: 'wrong' })).rejects.toMatchObject(failure('password_incorrect'));
  const { bytes } = await runOcr(input, { password: 'open' });
  expect(characterError(await copyText(bytes), declarationText)).toBeLessThanOrEqual(0.01);
});

test('a page whose picture cannot be decoded is left as it was, and told', async () => {
  const { warnings } = await runOcr(await scanPdf([{}, { damagedImage: true }]));
  expect(warnings).toEqual([{ code: 'PAGE_NOT_READ', message: expect.stringContaining('Page 2') }]);
});

test('a file whose only picture cannot be decoded fails', async () => {
  await expect(runOcr(await scanPdf([{ damagedImage: true }]))).rejects.toMatchObject({
    details: { reason: 'damaged_file', page: 1 },
  });
});

test('a damaged file says so', async () => {
  const failure = (fileName: string) => ({ code: 'PROCESSING_FAILED', details: { reason: 'damaged_file', fileName } });
  const damagedImage = (await scanImage()).subarray(0, 60);
  await expect(runOcr(Buffer.from('%PDF-1.7\nnot much of a PDF'))).rejects.toMatchObject(failure('scan.pdf'));
  await expect(runOcr(damagedImage, {}, 'scan.png')).rejects.toMatchObject(failure('scan.png'));
});

// Needs Debian's qpdf.
test.skipIf(!hasQpdf())('qpdf finds nothing wrong with what is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-qpdf-'));
  try {
    const path = join(folder, 'out.pdf');
    await writeFile(path, (await runOcr(await scanPdf([{}, { hidden: 'Old' }]), { mode: 'redo' })).bytes);
    expect(execFileSync('qpdf', ['--check', path], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors',
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

function hasQpdf(): boolean {
  try {
    execFileSync('qpdf', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
