import { createArithmeticEncoder } from './arithmetic-encoder.ts';

/** Pixels around the one that is coded: 5 of the row above the last, 7 of the last row, 4 of its own (T.88, figure 3). */
const contextBits = 16;
/** The context in which rows say whether they repeat the one before (T.88, figure 8). */
const repeatContext = 0x9b25;

/** Segment types (T.88, 7.3). */
const pageInformation = 48;
const immediateLosslessGenericRegion = 39;

/** Where the four movable pixels of the template are: the places that make its rows whole (T.88, figure 3). */
const adaptivePixels = [3, -1, -3, -1, 2, -2, -2, -2];

/**
 * An image of two values (0 and 1, one a byte) as the JBIG2 of PDF, in which zeros are black (ITU-T T.88; ISO 32000-2,
 * 7.4.7): one generic region with the page it is on. Without loss, and without sharing shapes, so that no glyph can take
 * another's place.
 */
export function encodeJbig2(values: Uint8Array, width: number, height: number): Uint8Array {
  const page = Buffer.alloc(19);
  page.writeUInt32BE(width, 0);
  page.writeUInt32BE(height, 4);
  page[16] = 1;
  const region = Buffer.alloc(18);
  region.writeUInt32BE(width, 0);
  region.writeUInt32BE(height, 4);
  region[17] = 0b1000;
  const code = encodePixels(values, width, height);
  return Buffer.concat([
    segment(0, pageInformation, page),
    segment(1, immediateLosslessGenericRegion, Buffer.concat([region, Uint8Array.from(adaptivePixels), code])),
  ]);
}

function segment(number: number, type: number, data: Uint8Array): Uint8Array {
  const header = Buffer.alloc(11);
  header.writeUInt32BE(number, 0);
  header[4] = type;
  header[6] = 1;
  header.writeUInt32BE(data.length, 7);
  return Buffer.concat([header, data]);
}

function encodePixels(values: Uint8Array, width: number, height: number): Uint8Array {
  const encoder = createArithmeticEncoder(1 << contextBits);
  // Rows with a white margin, so that no pixel has to ask whether its neighbours are there.
  const margin = 4;
  let [above, last, row] = [0, 1, 2].map(() => new Uint8Array(width + 2 * margin)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  let repeated = 0;
  for (let y = 0; y < height; y += 1) {
    let isEqual = true;
    for (let x = 0, from = y * width; x < width; x += 1, from += 1) {
      const pixel = values[from] === 0 ? 1 : 0;
      row[x + margin] = pixel;
      if (pixel !== last[x + margin]) isEqual = false;
    }
    const repeats = isEqual ? 1 : 0;
    encoder.encode(repeatContext, repeats ^ repeated);
    repeated = repeats;
    if (!isEqual) encodeRow(above, last, row, width, margin);
    [above, last, row] = [last, row, above];
  }
  return encoder.finish();

  function encodeRow(two: Uint8Array, one: Uint8Array, own: Uint8Array, count: number, start: number): void {
    let upper = ((two[start] as number) << 1) | (two[start + 1] as number);
    let lower = ((one[start] as number) << 2) | ((one[start + 1] as number) << 1) | (one[start + 2] as number);
    let before = 0;
    for (let x = start; x < start + count; x += 1) {
      upper = ((upper << 1) | (two[x + 2] as number)) & 0x1f;
      lower = ((lower << 1) | (one[x + 3] as number)) & 0x7f;
      const pixel = own[x] as number;
      encoder.encode((upper << 11) | (lower << 4) | before, pixel);
      before = ((before << 1) | pixel) & 0xf;
    }
  }
}
