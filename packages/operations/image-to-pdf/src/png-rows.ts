import { createInflate } from 'node:zlib';
import { rowsPerBand } from './pixel-source.ts';
import type { PngChunks } from './png-chunks.ts';
import { type RowShape, unfilterRow } from './png-filters.ts';

/** Channels of each colour type of PNG. */
export const channelsOfPng = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const satisfies Record<PngChunks['colorType'], number>;

/** Bytes that the inflater gives at a time. */
const chunkBytes = 256 * 1024;

/**
 * Inflates the rows of a PNG that is not interlaced and takes their filters off: bands of whole rows, samples packed as
 * in the file. A band is overwritten by the next. What follows the last row is not even inflated. Throws when there are
 * fewer rows than the header says, or they are damaged.
 */
export async function* readPngRows(png: PngChunks): AsyncGenerator<Uint8Array> {
  const { pixelBits, rowBytes } = rowShape(png);
  const bandRows = Math.min(png.height, rowsPerBand(rowBytes));
  const coded = Buffer.allocUnsafeSlow(bandRows * (rowBytes + 1));
  const band = createBand({ rowBytes, pixelBytes: Math.ceil(pixelBits / 8), rows: bandRows });
  let rowsLeft = png.height;
  let filled = 0;
  for await (const chunk of inflate(png)) {
    let taken = 0;
    while (taken < chunk.byteLength) {
      const rows = Math.min(bandRows, rowsLeft);
      const wanted = rows * (rowBytes + 1);
      const part = chunk.subarray(taken, taken + wanted - filled);
      coded.set(part, filled);
      taken += part.byteLength;
      filled += part.byteLength;
      if (filled < wanted) break;
      yield band.unfilter(coded, rows);
      filled = 0;
      rowsLeft -= rows;
      if (rowsLeft === 0) return;
    }
  }
  throw new Error(`${rowsLeft} of ${png.height} rows are missing`);
}

/** Inflates the data for nothing but to see that it can be done: throws when rows are missing or it is damaged. */
export async function checkPngData(png: PngChunks): Promise<void> {
  const { rowBytes } = rowShape(png);
  let missing = png.height * (rowBytes + 1);
  for await (const chunk of inflate(png)) {
    missing -= chunk.byteLength;
    if (missing <= 0) return;
  }
  throw new Error(`${missing} bytes of the rows are missing`);
}

function rowShape({ width, bitDepth, colorType }: PngChunks) {
  const pixelBits = bitDepth * channelsOfPng[colorType];
  return { pixelBits, rowBytes: Math.ceil((width * pixelBits) / 8) };
}

/** Inflated data, chunk by chunk: each is gone when the next is asked for. */
async function* inflate({ data }: PngChunks): AsyncGenerator<Buffer> {
  const inflater = createInflate({ chunkSize: chunkBytes });
  // In one piece: most files have their data in pieces of 8 kB, and each call of the inflater costs as much as that.
  inflater.end(Buffer.concat(data));
  for await (const chunk of inflater as AsyncIterable<Buffer>) {
    yield chunk;
    freeFilled(chunk);
  }
}

/**
 * Gives a chunk's memory back at once, when the inflater has filled it to its end and left it: the garbage collector
 * lets tens of megabytes of such chunks lie.
 */
function freeFilled({ buffer, byteOffset, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteOffset + byteLength === chunkBytes && buffer.byteLength === chunkBytes) {
    buffer.transfer(0);
  }
}

interface Band {
  /** The pixels of so many coded rows, each of which begins with its filter. */
  unfilter(coded: Buffer, rows: number): Uint8Array;
}

function createBand({ rows: maxRows, ...shape }: RowShape & { readonly rows: number }): Band {
  const { rowBytes } = shape;
  // The row above the band comes first: zeros at the top of the image.
  const pixels = Buffer.alloc((maxRows + 1) * rowBytes);
  let lastAt = 0;
  return {
    unfilter(coded, rows) {
      pixels.copyWithin(0, lastAt, lastAt + rowBytes);
      lastAt = rows * rowBytes;
      for (let index = 0; index < rows; index++) {
        const from = index * (rowBytes + 1);
        const at = (index + 1) * rowBytes;
        coded.copy(pixels, at, from + 1, from + 1 + rowBytes);
        const filter = coded[from] ?? 0;
        if (!unfilterRow(pixels, at, filter, shape)) throw new Error(`There is no filter ${filter}`);
      }
      return pixels.subarray(rowBytes, lastAt + rowBytes);
    },
  };
}
