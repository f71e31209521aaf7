/**
 * A TrueType font whose one glyph is blank and half an em wide: invisible text needs a font for its positions and its
 * meaning, not for its looks. About 500 bytes. Tables as in the OpenType specification, those that PDF asks for
 * (ISO 32000-1, 9.9) and no more. The idea is that of Tesseract's own PDF output.
 */
export function buildGlyphlessFont(): Uint8Array {
  const tables: readonly (readonly [string, Uint8Array])[] = [
    ['cmap', words(0, 1, 1, 0, 0, 12, 6, 10, 0, 0, 1)],
    ['glyf', new Uint8Array(4)],
    ['head', headTable()],
    ['hhea', words(1, 0, ascentUnits, descentUnits, 0, advanceUnits, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, glyphCount)],
    ['hmtx', words(advanceUnits, 0, advanceUnits, 0)],
    // Two empty glyphs: every offset is 0.
    ['loca', new Uint8Array(2 * (glyphCount + 1))],
    ['maxp', words(1, 0, glyphCount, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
    ['post', words(3, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
  ];
  return assemble(tables);
}

/** Metrics in thousandths of an em, as the font descriptor repeats them. */
export const unitsPerEm = 1000;
export const advanceUnits = 500;
export const ascentUnits = 850;
export const descentUnits = -250;

/** `.notdef` and the blank one. */
const glyphCount = 2;
const checksumMagic = 0xb1b0afba;

function headTable(): Uint8Array {
  const created = [0, 0, 0, 0] as const;
  const bounds = [0, descentUnits, advanceUnits, ascentUnits] as const;
  // version 1.0, revision 1.0, checksum (set later), magic, flags, unitsPerEm, dates, bounds, style, smallest size, …
  return words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, unitsPerEm, ...created, ...created, ...bounds, 0, 8, 2, 0, 0);
}

function assemble(tables: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const headerBytes = 12 + 16 * tables.length;
  const font = Buffer.alloc(tables.reduce((size, [, data]) => size + padded(data.length), headerBytes));
  const searchSteps = Math.floor(Math.log2(tables.length));
  font.writeUInt32BE(0x00010000, 0);
  font.set(words(tables.length, 16 * 2 ** searchSteps, searchSteps, 16 * (tables.length - 2 ** searchSteps)), 4);
  let offset = headerBytes;
  let adjustment = 0;
  for (const [index, [tag, data]] of tables.entries()) {
    font.set(data, offset);
    const record = 12 + 16 * index;
    font.write(tag, record, 'latin1');
    font.writeUInt32BE(checksum(font.subarray(offset, offset + padded(data.length))), record + 4);
    font.writeUInt32BE(offset, record + 8);
    font.writeUInt32BE(data.length, record + 12);
    if (tag === 'head') adjustment = offset + 8;
    offset += padded(data.length);
  }
  font.writeUInt32BE((checksumMagic - checksum(font)) >>> 0, adjustment);
  return font;
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

/** The sum of all 32-bit words, as font tables count it. */
function checksum(data: Buffer): number {
  let sum = 0;
  for (let offset = 0; offset < data.length; offset += 4) sum = (sum + data.readUInt32BE(offset)) >>> 0;
  return sum;
}

/** 16-bit numbers, big-endian; negative ones as two's complement. */
function words(...values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index);
  return bytes;
}
