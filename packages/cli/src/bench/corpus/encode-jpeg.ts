/** Pixels in rows from the top, without padding. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** 1 for grey, 3 for red, green and blue. */
  readonly channels: 1 | 3;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** Quantization of luminance and chrominance at quality 50, row by row (ITU-T T.81, tables K.1 and K.2). */
const quantization = [
  '16 11 10 16 24 40 51 61 12 12 14 19 26 58 60 55 14 13 16 24 40 57 69 56 14 17 22 29 51 87 80 62 18 22 37 56 68 109 103 77 24 35 55 64 81 104 113 92 49 64 78 87 103 121 120 101 72 92 95 98 112 100 103 99',
  '17 18 24 47 99 99 99 99 18 21 26 66 99 99 99 99 24 26 56 99 99 99 99 99 47 66 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99',
].map((table) => table.split(' ').map(Number));

/** Huffman tables: how many codes there are of 1 to 16 bits, and their symbols in hexadecimal (T.81, K.3 to K.6). */
const huffmanTables = [
  ['00010501010101010100000000000000', '000102030405060708090a0b'],
  [
    '0002010303020403050504040000017d',
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  ],
  ['00030101010101010101010000000000', '000102030405060708090a0b'],
  [
    '00020102040403040705040400010277',
    '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
  ],
].map(([counts = '', symbols = '']) => ({ counts: Buffer.from(counts, 'hex'), symbols: Buffer.from(symbols, 'hex') }));

/** The order in which the frequencies of a block are written, as places in its rows. */
const zigzag = Array.from({ length: 64 }, (_, place) => place).sort((one, other) => {
  const [diagonal, otherDiagonal] = [(one >> 3) + (one & 7), (other >> 3) + (other & 7)];
  if (diagonal !== otherDiagonal) return diagonal - otherDiagonal;
  return diagonal % 2 === 0 ? (one & 7) - (other & 7) : (one >> 3) - (other >> 3);
});

/** Rows are frequencies: what each sample of eight counts for. */
const cosines = Float64Array.from({ length: 64 }, (_, at) => {
  const [frequency, sample] = [at >> 3, at & 7];
  return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * sample + 1) * frequency * Math.PI) / 16);
});

/**
 * Encodes a picture as baseline JPEG, with chrominance at half the resolution, and the tables of the standard. In JavaScript
 * alone, so that the bytes are the same on each machine and with each version of a library. `dpi` is what the file says of itself.
 */
export function encodeJpeg(picture: Picture, { quality, dpi }: { quality: number; dpi: number }): Buffer {
  const scale = quality < 50 ? 5000 / quality : 200 - quality * 2;
  const tables = quantization.map((table) =>
    table.map((value) => Math.min(255, Math.max(1, Math.floor((value * scale + 50) / 100)))),
  );
  const isColor = picture.channels === 3;
  return Buffer.concat([
    header(picture, tables, dpi),
    isColor ? scanOfColor(picture, tables) : scanOfGray(picture, tables),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function header({ width, height, channels }: Picture, tables: readonly (readonly number[])[], dpi: number): Buffer {
  const segment = (marker: number, ...bytes: readonly number[]) =>
    Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes]);
  const components =
    channels === 1 ? [[1, 0x11, 0]] : [1, 2, 3].map((id) => [id, id === 1 ? 0x22 : 0x11, id === 1 ? 0 : 1]);
  const used = channels === 1 ? 1 : 2;
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, ...Buffer.from('JFIF\0'), 1, 1, 1, dpi >> 8, dpi & 255, dpi >> 8, dpi & 255, 0, 0),
    ...tables.slice(0, used).map((table, index) => segment(0xdb, index, ...zigzag.map((place) => table[place] ?? 0))),
    segment(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, channels, ...components.flat()),
    ...huffmanTables
      .slice(0, used * 2)
      .map(({ counts, symbols }, index) => segment(0xc4, ((index & 1) << 4) | (index >> 1), ...counts, ...symbols)),
    segment(0xda, channels, ...components.flatMap(([id = 0, , table = 0]) => [id, table * 0x11]), 0, 63, 0),
  ]);
}

function scanOfGray({ width, height, data }: Picture, [table = []]: readonly (readonly number[])[]): Buffer {
  const writer = createBlockWriter();
  const luminance = createBlockCoder(writer, 0, table);
  const block = new Float64Array(64);
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      for (let at = 0; at < 64; at += 1) {
        const x = Math.min(width - 1, left + (at & 7));
        const y = Math.min(height - 1, top + (at >> 3));
        block[at] = (data[y * width + x] as number) - 128;
      }
      luminance(block);
    }
  }
  return writer.end();
}

/** Sixteen by sixteen pixels at a time: four blocks of luminance, one of each chrominance. */
function scanOfColor(
  { width, height, data }: Picture,
  [light = [], color = []]: readonly (readonly number[])[],
): Buffer {
  const writer = createBlockWriter();
  const coders = [light, color, color].map((table, component) => createBlockCoder(writer, component, table));
  const [luminance, ...chrominances] = coders as [BlockCoder, BlockCoder, BlockCoder];
  const blocks = Array.from({ length: 6 }, () => new Float64Array(64));
  const [, , , , blue = new Float64Array(64), red = new Float64Array(64)] = blocks;
  for (let top = 0; top < height; top += 16) {
    for (let left = 0; left < width; left += 16) {
      blue.fill(0);
      red.fill(0);
      for (let at = 0; at < 256; at += 1) {
        const column = at & 15;
        const row = at >> 4;
        const source = (Math.min(height - 1, top + row) * width + Math.min(width - 1, left + column)) * 3;
        const r = data[source] as number;
        const g = data[source + 1] as number;
        const b = data[source + 2] as number;
        const block = blocks[(row >> 3) * 2 + (column >> 3)] as Float64Array;
        block[(row & 7) * 8 + (column & 7)] = 0.299 * r + 0.587 * g + 0.114 * b - 128;
        const half = (row >> 1) * 8 + (column >> 1);
        blue[half] = (blue[half] as number) + (-0.168736 * r - 0.331264 * g + 0.5 * b) / 4;
        red[half] = (red[half] as number) + (0.5 * r - 0.418688 * g - 0.081312 * b) / 4;
      }
      for (let block = 0; block < 4; block += 1) luminance(blocks[block] as Float64Array);
      chrominances[0]?.(blue);
      chrominances[1]?.(red);
    }
  }
  return writer.end();
}

interface BlockWriter {
  /** Appends the lowest bits of a value. */
  bits(value: number, count: number): void;
  end(): Buffer;
}

function createBlockWriter(): BlockWriter {
  let bytes = Buffer.alloc(1 << 16);
  let length = 0;
  let pending = 0;
  let pendingBits = 0;
  const bits = (value: number, count: number) => {
    pending = (pending << count) | (value & ((1 << count) - 1));
    pendingBits += count;
    while (pendingBits >= 8) {
      pendingBits -= 8;
      const byte = (pending >> pendingBits) & 255;
      if (length + 2 > bytes.length) bytes = Buffer.concat([bytes], bytes.length * 2);
      bytes[length] = byte;
      length += 1;
      // A byte of ones is followed by one of zeros: it would begin a marker.
      if (byte === 255) bytes[length++] = 0;
    }
    pending &= (1 << pendingBits) - 1;
  };
  return {
    bits,
    end() {
      if (pendingBits > 0) bits(127, 8 - pendingBits);
      return bytes.subarray(0, length);
    },
  };
}

type BlockCoder = (block: Float64Array) => void;

/** Codes the blocks of one component, one after the other. */
function createBlockCoder(writer: BlockWriter, component: number, quantizers: readonly number[]): BlockCoder {
  const [direct, alternating] = component === 0 ? [codesOf(0), codesOf(1)] : [codesOf(2), codesOf(3)];
  const places = Uint8Array.from(zigzag);
  const factors = Float64Array.from(zigzag, (place) => 1 / (quantizers[place] ?? 1));
  const rows = new Float64Array(64);
  const values = new Int32Array(64);
  let before = 0;
  const put = (codes: Codes, run: number, value: number) => {
    const size = 32 - Math.clz32(Math.abs(value));
    const symbol = (run << 4) | size;
    writer.bits(codes.values[symbol] as number, codes.lengths[symbol] as number);
    if (size > 0) writer.bits(value < 0 ? value - 1 : value, size);
  };
  return (block) => {
    transform(block, rows);
    for (let index = 0; index < 64; index += 1) {
      values[index] = Math.round((rows[places[index] as number] as number) * (factors[index] as number));
    }
    const first = values[0] as number;
    put(direct, 0, first - before);
    before = first;
    let run = 0;
    for (let index = 1; index < 64; index += 1) {
      const value = values[index] as number;
      if (value === 0) {
        run += 1;
        continue;
      }
      for (; run > 15; run -= 16) put(alternating, 15, 0);
      put(alternating, run, value);
      run = 0;
    }
    if (run > 0) put(alternating, 0, 0);
  };
}

const columns = new Float64Array(64);

/** The frequencies of a block, into `result`. */
function transform(block: Float64Array, result: Float64Array): void {
  multiply(block, columns);
  multiply(columns, result);
}

/** The frequencies of each row, as a column. */
function multiply(source: Float64Array, target: Float64Array): void {
  for (let row = 0; row < 64; row += 8) {
    for (let frequency = 0; frequency < 64; frequency += 8) {
      let sum = 0;
      for (let at = 0; at < 8; at += 1) sum += (source[row + at] as number) * (cosines[frequency + at] as number);
      target[frequency + (row >> 3)] = sum;
    }
  }
}

interface Codes {
  readonly values: Uint16Array;
  readonly lengths: Uint8Array;
}

/** The codes of a table by symbol. */
function codesOf(table: number): Codes {
  const { counts = Buffer.alloc(16), symbols = Buffer.alloc(0) } = huffmanTables[table] ?? {};
  const [values, lengths] = [new Uint16Array(256), new Uint8Array(256)];
  let code = 0;
  let at = 0;
  for (const [index, count] of counts.entries()) {
    for (let each = 0; each < count; each += 1) {
      const symbol = symbols[at++] ?? 0;
      values[symbol] = code++;
      lengths[symbol] = index + 1;
    }
    code <<= 1;
  }
  return { values, lengths };
}
