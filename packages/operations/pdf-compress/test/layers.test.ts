import { decodeData } from '@platen/pdf-kit/objects';
import { openRenderer } from '@platen/pdf-kit/render';
import { PDFName, PDFRawStream } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { GrayImage } from '../src/layers/gray-image.ts';
import { measureSimilarity } from '../src/layers/similarity.ts';
import { createTestPdf } from './build-pdf.ts';
import { runCompression } from './run-compression.ts';

const [width, height] = [1350, 1250];
const seedStart = 7;

/** Numbers from 0 to 1, the same on each run. */
function randomNumbers(): () => number {
  let seed = seedStart;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
}

/** A scan at 300 dpi as JPEG: grainy paper that darkens to one side, with what is drawn on it as SVG. */
async function scan(drawing: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f4f0e4"/>${drawing}</svg>`;
  const { data } = await sharp(Buffer.from(svg)).removeAlpha().blur(0.7).raw().toBuffer({ resolveWithObject: true });
  const random = randomNumbers();
  for (let at = 0; at < data.length; at += 3) {
    const grain = (random() - 0.5) * 14 - (12 * ((at / 3) % width)) / width;
    for (let channel = 0; channel < 3; channel += 1) {
      data[at + channel] = Math.max(0, Math.min(255, (data[at + channel] ?? 0) + grain));
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Bars as letters have them, in lines: what text is to a scanner, whatever fonts a machine has. */
function lines(color: string, from: number, to: number): string {
  let marks = '';
  for (let y = from; y < to; y += 62) {
    for (let x = 100; x < width - 100; x += 26) {
      const tall = (x * 7 + y) % 5 < 2 ? 40 : 26;
      if ((x * 3 + y) % 11 > 1)
        marks += `<path d="M${x} ${y} v-${tall} h12 v${tall}" fill="none" stroke="${color}" stroke-width="4"/>`;
    }
  }
  return marks;
}

/** A page that is the scan, with a word of text under it as recognition leaves it. */
function pageOf(jpeg: Uint8Array, image: Readonly<Record<string, unknown>> = {}): Uint8Array {
  const pdf = createTestPdf();
  const entries = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, ColorSpace: 'DeviceRGB' };
  const stream = pdf.stream({ ...entries, BitsPerComponent: 8, Filter: 'DCTDecode', ...image }, jpeg, false);
  const font = pdf.object({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' });
  return pdf.finish({
    content: 'BT 3 Tr /F 12 Tf 20 20 Td (word) Tj ET q 324 0 0 300 0 0 cm /I Do Q',
    resources: { XObject: { I: stream }, Font: { F: font } },
    page: { MediaBox: [0, 0, 324, 300] },
  });
}

type Run = Awaited<ReturnType<typeof runCompression>>;

function streams({ document }: Run): readonly PDFRawStream[] {
  return document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []));
}

function hasMask(run: Run): boolean {
  return streams(run).some(({ dict }) => dict.has(PDFName.of('ImageMask')));
}

async function draw(bytes: Uint8Array) {
  const renderer = await openRenderer(bytes);
  const page = await renderer.renderPage(1, { dpi: 100, pixels: 'gray' });
  const picture = { data: Uint8Array.from(page.data), width: page.width, height: page.height };
  renderer.close();
  return picture;
}

/** The part of a picture between two rows and, when given, two columns. */
function crop({ data, width: across }: GrayImage, top: number, bottom: number, left = 0, right = across): GrayImage {
  const rows = Array.from({ length: bottom - top }, (_, row) =>
    data.subarray((top + row) * across + left, (top + row) * across + right),
  );
  return { data: Buffer.concat(rows), width: right - left, height: bottom - top };
}

test('a scan of text becomes a mask over its paper, small and sharp', async () => {
  const input = pageOf(await scan(lines('#222', 120, 900)));
  const run = await runCompression(input);
  expect(hasMask(run)).toBe(true);
  expect(run.outputBytes / run.inputBytes).toBeLessThan(0.1);
  expect((await runCompression(input, 'high')).outputBytes).toBeLessThanOrEqual(run.outputBytes);
  expect(measureSimilarity(await draw(input), await draw(run.bytes)).mean).toBeGreaterThan(0.95);
  const content = streams(run).map((stream) => decodeData(stream, { maxBytes: 10_000_000 })?.bytes ?? []);
  expect(content.some((bytes) => /\(word\) ?Tj/.test(Buffer.from(bytes).toString('latin1')))).toBe(true);
});

test('ink of several colours keeps them', async () => {
  const input = pageOf(await scan(lines('#222', 120, 500) + lines('#b01020', 560, 900)));
  const run = await runCompression(input);
  expect(streams(run).some(({ dict }) => dict.get(PDFName.of('Mask')) !== undefined)).toBe(true);
  const renderer = await openRenderer(run.bytes);
  const page = await renderer.renderPage(1, { dpi: 200, pixels: 'rgb' });
  const darkest = (top: number, bottom: number) => {
    let best = [255, 255, 255];
    for (let at = top * page.width * 3; at < bottom * page.width * 3; at += 3) {
      const pixel = [...page.data.subarray(at, at + 3)];
      if ((pixel[1] ?? 0) < (best[1] ?? 0)) best = pixel;
    }
    return best;
  };
  const [black, red] = [darkest(100, 330), darkest(400, 590)];
  renderer.close();
  expect((black[0] ?? 0) - (black[1] ?? 0)).toBeLessThan(30);
  expect((red[0] ?? 0) - (red[1] ?? 0)).toBeGreaterThan(80);
});

test('low keeps a scan in one piece, and so does lossless storage of an image with a mask of its own', async () => {
  const jpeg = await scan(lines('#222', 120, 900));
  expect(hasMask(await runCompression(pageOf(jpeg), 'low'))).toBe(false);
  expect(hasMask(await runCompression(pageOf(jpeg, { Mask: [250, 255, 250, 255, 250, 255] })))).toBe(false);
});

test('letters too faint for a mask are as sharp as in a plain picture', async () => {
  const input = pageOf(await scan(lines('#222', 120, 500) + lines('#a8a8a0', 560, 1100)));
  const run = await runCompression(input);
  const [before, after] = [crop(await draw(input), 180, 370), crop(await draw(run.bytes), 180, 370)];
  expect(measureSimilarity(before, after).detail).toBeGreaterThan(0.925);
});

/** Dark shades without an edge between them, as hair, clothes and water have in photographs. */
function darkPicture(x: number, y: number, side: number): string {
  const random = randomNumbers();
  const spots = Array.from({ length: 700 }, () => {
    const shade = Math.floor(15 + random() * 140);
    const place = `cx="${x + random() * side}" cy="${y + random() * side}" r="${6 + random() * 18}"`;
    return `<circle ${place} fill="rgb(${shade},${shade},${shade})" opacity="0.7"/>`;
  });
  const frame = `x="${x}" y="${y}" width="${side}" height="${side}"`;
  return `<clipPath id="c"><rect ${frame}/></clipPath><g clip-path="url(#c)"><rect ${frame} fill="#555"/>${spots.join('')}</g>`;
}

test('a dark photograph on a page of text keeps its shades under the mask of the text', async () => {
  const input = pageOf(await scan(lines('#222', 120, 560) + darkPicture(400, 640, 500)));
  const run = await runCompression(input);
  expect(hasMask(run)).toBe(true);
  const [before, after] = [
    crop(await draw(input), 225, 365, 145, 285),
    crop(await draw(run.bytes), 225, 365, 145, 285),
  ];
  expect(measureSimilarity(before, after).mean).toBeGreaterThan(0.92);
});

test('a dark area wider than any letter has no holes', async () => {
  const bar = '<rect x="100" y="620" width="1150" height="140" fill="#0c0c0c"/>';
  const run = await runCompression(pageOf(await scan(lines('#222', 120, 560) + bar + lines('#222', 840, 1200))));
  expect(hasMask(run)).toBe(true);
  const inside = crop(await draw(run.bytes), 215, 245, 45, 400);
  expect(Math.max(...inside.data)).toBeLessThan(80);
});

test('a photograph is no page of text', async () => {
  const random = randomNumbers();
  const spots = Array.from({ length: 900 }, () => {
    const [x, y, r] = [random() * width, random() * height, 8 + random() * 60];
    const color = [0, 0, 0].map(() => Math.floor(random() * 230)).join();
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="rgb(${color})" opacity="0.7"/>`;
  });
  expect(hasMask(await runCompression(pageOf(await scan(spots.join('')))))).toBe(false);
});
