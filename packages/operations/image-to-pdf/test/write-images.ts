import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A picture of 6 × 4 pixels whose corners tell its orientation: red, green, blue and yellow from the top left. */
export function cornerPicture(channels: 3 | 4 = 3): Sharp {
  const [width, height] = [6, 4];
  const colors = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], yellow: [255, 255, 0] };
  const data = Buffer.alloc(width * height * channels, channels === 4 ? 128 : 0);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [top, bottom] = x < 3 ? [colors.red, colors.blue] : [colors.green, colors.yellow];
      data.set(y < 2 ? top : bottom, (y * width + x) * channels);
    }
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** A PNG from its chunks, so that a test can have any kind of it. */
export function writePng({
  width = 2,
  height = 1,
  bitDepth = 8,
  colorType,
  rows,
  chunks = [],
}: {
  readonly width?: number;
  readonly height?: number;
  readonly bitDepth?: number;
  readonly colorType: number;
  readonly rows: readonly (readonly number[])[];
  readonly chunks?: readonly (readonly [string, readonly number[]])[];
}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colorType, 0, 0, 0], 8);
  const data = deflateSync(Buffer.from(rows.flatMap((row) => [0, ...row])));
  const parts: (readonly [string, Uint8Array])[] = [
    ['IHDR', header],
    ...chunks.map(([type, body]) => [type, Uint8Array.from(body)] as const),
    ['IDAT', data],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts.map(([type, body]) => chunk(type, body))]);
}

function chunk(type: string, body: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const framed = Buffer.alloc(typed.byteLength + 8);
  framed.writeUInt32BE(body.byteLength, 0);
  framed.set(typed, 4);
  framed.writeUInt32BE(crc32(typed), 4 + typed.byteLength);
  return framed;
}

/** A TIFF of uncompressed grey pages, each of one row; `previews` are pages marked as reduced copies. */
export function writeTiff(pages: readonly (readonly number[])[], previews: readonly number[] = []): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])];
  let position = 8;
  for (const [index, row] of pages.entries()) {
    const entries: (readonly [tag: number, value: number])[] = [
      [254, previews.includes(index) ? 1 : 0],
      [256, row.length],
      [257, 1],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, 0],
      [277, 1],
      [278, 1],
      [279, row.length],
    ];
    const directory = Buffer.alloc(2 + entries.length * 12 + 4);
    const dataAt = position + directory.byteLength;
    const next = dataAt + row.length + (row.length % 2);
    directory.writeUInt16LE(entries.length, 0);
    for (const [entry, [tag, value]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + entry * 12);
      directory.writeUInt16LE(4, 4 + entry * 12);
      directory.writeUInt32LE(1, 6 + entry * 12);
      directory.writeUInt32LE(tag === 273 ? dataAt : value, 10 + entry * 12);
    }
    directory.writeUInt32LE(index === pages.length - 1 ? 0 : next, directory.byteLength - 4);
    parts.push(directory, Buffer.from([...row, ...(row.length % 2 === 1 ? [0] : [])]));
    position = next;
  }
  return Buffer.concat(parts);
}

/** A TIFF of one strip: an uncompressed row of pixels of three unsigned samples of 8 bits, unless said otherwise. */
export function writeColorTiff(
  row: readonly number[],
  photometric: number,
  {
    bits = 8,
    samples = 3,
    sampleFormat = 1,
    compression = 1,
    extraSamples = [],
    subsampling = [],
    resolutionUnit,
    isPlanar = false,
    width = (row.length * 8) / bits / samples,
    height = 1,
  }: {
    readonly bits?: number;
    readonly samples?: number;
    readonly sampleFormat?: number;
    readonly compression?: number;
    readonly extraSamples?: readonly number[];
    readonly subsampling?: readonly number[];
    /** With it, the file says 1 pixel for each of that unit. */
    readonly resolutionUnit?: number;
    /** Whether each sample has a strip of its own. */
    readonly isPlanar?: boolean;
    readonly width?: number;
    readonly height?: number;
  } = {},
): Buffer {
  const short = 3;
  const arrays: Buffer[] = [];
  const dataAt = 300;
  /** Up to two shorts fit into an entry; more are stored behind the directory. */
  const shorts = (tag: number, values: readonly number[]) => {
    const bytes = Buffer.alloc(Math.max(4, 2 * values.length));
    for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, 2 * index);
    if (values.length <= 2) return { tag, type: short, count: values.length, value: bytes.readUInt32LE(0) };
    const value = 200 + Buffer.concat(arrays).byteLength;
    arrays.push(bytes);
    return { tag, type: short, count: values.length, value };
  };
  const rational = (tag: number) => ({ ...shorts(tag, [1, 0, 1, 0]), type: 5, count: 1 });
  const entries = [
    shorts(256, [width]),
    shorts(257, [height]),
    shorts(
      258,
      Array.from({ length: samples }, () => bits),
    ),
    shorts(259, [compression]),
    shorts(262, [photometric]),
    shorts(
      273,
      isPlanar ? Array.from({ length: samples }, (_, plane) => dataAt + (plane * row.length) / samples) : [dataAt],
    ),
    shorts(277, [samples]),
    shorts(278, [height]),
    shorts(279, isPlanar ? Array.from({ length: samples }, () => row.length / samples) : [row.length]),
    ...(isPlanar ? [shorts(284, [2])] : []),
    ...(resolutionUnit === undefined ? [] : [rational(282), rational(283), shorts(296, [resolutionUnit])]),
    ...(extraSamples.length > 0 ? [shorts(338, extraSamples)] : []),
    shorts(
      339,
      Array.from({ length: samples }, () => sampleFormat),
    ),
    ...(subsampling.length > 0 ? [shorts(530, subsampling)] : []),
  ];
  const file = Buffer.alloc(dataAt);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  file.writeUInt16LE(entries.length, 8);
  for (const [index, { tag, type, count, value }] of entries.entries()) {
    const at = 10 + 12 * index;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(count, at + 4);
    file.writeUInt32LE(value, at + 8);
  }
  file.set(Buffer.concat(arrays), 200);
  return Buffer.concat([file, Buffer.from(row)]);
}

/** A Windows bitmap with the header of version 3, rows from the bottom. */
export function writeBmp({
  width,
  height,
  bits,
  compression = 0,
  palette = [],
  masks = [],
  data,
}: {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  readonly palette?: readonly number[];
  readonly masks?: readonly number[];
  readonly data: readonly number[];
}): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(54 + masks.length * 4 + palette.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  const maskBytes = Buffer.alloc(masks.length * 4);
  for (const [index, mask] of masks.entries()) maskBytes.writeUInt32LE(mask, index * 4);
  return Buffer.concat([header, maskBytes, Buffer.from(palette), Buffer.from(data)]);
}
