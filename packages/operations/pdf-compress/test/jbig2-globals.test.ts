import { encodeInk, packZeros } from '@platen/pdf-kit/bilevel';
import { decodeData, dictOrStreamEntry, streamEntry } from '@platen/pdf-kit/objects';
import { type PDFDict, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import { openRenderer } from '@platen/pdf-kit/render';
import { expect, test } from 'vitest';
import { createTestPdf, isImage } from './build-pdf.ts';
import { runCompression } from './run-compression.ts';

const [width, height] = [600, 400];

/** Letters in rows, so many and so much alike that they are drawn by symbols. */
function letters(): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const [column, row] = [Math.floor(x / 18), Math.floor(y / 24)];
    const [left, top] = [x % 18, y % 24];
    const isInk =
      left > 2 && left < 13 && top > 3 && top < 18 && (left < 6 || top < 7 || (top + column + row) % 5 === 0);
    return isInk ? 0 : 1;
  });
}

const pageInformationBytes = 30;
const segmentHeaderBytes = 11;

/** JBIG2 as files of many pages have it: the dictionary of symbols in a stream that all of them share. */
function withGlobals(bytes: Uint8Array): { readonly globals: Uint8Array; readonly page: Uint8Array } {
  const file = Buffer.from(bytes);
  const end = pageInformationBytes + segmentHeaderBytes + file.readUInt32BE(pageInformationBytes + 7);
  const globals = Buffer.from(file.subarray(pageInformationBytes, end));
  // Of no page.
  globals[6] = 0;
  return { globals, page: Buffer.concat([file.subarray(0, pageInformationBytes), file.subarray(end)]) };
}

/** Two images on a page, each with a copy of its own of the same symbols. */
function twoImages(): Uint8Array {
  const pdf = createTestPdf();
  const { globals, page } = withGlobals(encodeInk(packZeros(letters(), width, height)));
  const images = [true, false].map((isDeflated) => {
    const symbols = pdf.stream({}, globals, isDeflated);
    const entries = { Subtype: 'Image', Width: width, Height: height, ColorSpace: 'DeviceGray', BitsPerComponent: 1 };
    const params = { DecodeParms: { JBIG2Globals: symbols }, Interpolate: isDeflated };
    return pdf.stream({ ...entries, ...params, Filter: 'JBIG2Decode' }, page, false);
  });
  const content = `q ${width} 0 0 ${height} 0 ${height} cm /A Do Q q ${width} 0 0 ${height} 0 0 cm /B Do Q`;
  const resources = { XObject: { A: images[0], B: images[1] } };
  return pdf.finish({ content, resources, page: { MediaBox: [0, 0, width, 2 * height] } });
}

async function drawn(pdf: Uint8Array, engine: 'pdfium' | 'pdfjs'): Promise<readonly number[]> {
  const renderer = await openRenderer(pdf, { engine });
  try {
    const { data } = await renderer.renderPage(1, { scale: 1, pixels: 'gray' });
    return [...data].map((value) => (value > 127 ? 1 : 0));
  } finally {
    renderer.close();
  }
}

test.each(['low', 'medium', 'high'] as const)('images keep the symbols that they share on level %s', async (level) => {
  const input = twoImages();
  const values = letters();
  expect(await drawn(input, 'pdfium')).toEqual([...values, ...values]);
  const { bytes, document } = await runCompression(input, level);
  expect(await drawn(bytes, 'pdfium')).toEqual([...values, ...values]);
  expect(await drawn(bytes, 'pdfjs')).toEqual([...values, ...values]);
  const symbols = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream && isImage(object.dict) ? [globalsOf(object.dict)] : []));
  expect(symbols).toHaveLength(2);
  expect(new Set(symbols).size).toBe(1);
  expect(decodeData(symbols[0] as PDFRawStream, { maxBytes: 1_000_000 })?.bytes.length).toBeGreaterThan(50);
});

function globalsOf(image: PDFDict): PDFRawStream | null {
  const params = dictOrStreamEntry(image, 'DecodeParms');
  return params === null ? null : streamEntry(params, 'JBIG2Globals');
}
