/** Tags of a TIFF with one strip. Source: TIFF 6.0, sections 3 and 10–11. */
const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffset: 273,
  rowsPerStrip: 278,
  stripBytes: 279,
  t4Options: 292,
};

/**
 * Wraps CCITT fax data in a TIFF, so that an image library can read it. `k` is the entry `K` of PDF: below 0 Group 4, 0
 * one-dimensional Group 3, above 0 two-dimensional Group 3. The TIFF declares 0 as white.
 */
export function wrapFaxInTiff(data: Uint8Array, width: number, height: number, k: number): Uint8Array {
  const compression = k < 0 ? 4 : 3;
  const entries: readonly (readonly [tag: number, value: number])[] = [
    [tags.width, width],
    [tags.height, height],
    [tags.bits, 1],
    [tags.compression, compression],
    [tags.photometric, 0],
    [tags.stripOffset, 0],
    [tags.rowsPerStrip, height],
    [tags.stripBytes, data.length],
    ...(compression === 3 ? [[tags.t4Options, k > 0 ? 1 : 0] as const] : []),
  ];
  const header = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  header.write('II*\0', 0, 'latin1');
  header.writeUInt32LE(8, 4);
  header.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, value], index) => {
    const at = 10 + index * 12;
    header.writeUInt16LE(tag, at);
    header.writeUInt16LE(4, at + 2);
    header.writeUInt32LE(1, at + 4);
    header.writeUInt32LE(tag === tags.stripOffset ? header.length : value, at + 8);
  });
  return Buffer.concat([header, data]);
}

/** The data of a little-endian TIFF with one strip, and whether 0 is white in it. Null for any other file. */
export function readFaxStrip(tiff: Uint8Array): { readonly data: Uint8Array; readonly zeroIsWhite: boolean } | null {
  const file = Buffer.from(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (file.toString('latin1', 0, 4) !== 'II*\0') return null;
  const start = file.readUInt32LE(4);
  const values = new Map<number, number>();
  for (let index = 0; index < file.readUInt16LE(start); index += 1) {
    const at = start + 2 + index * 12;
    const isShort = file.readUInt16LE(at + 2) === 3;
    if (file.readUInt32LE(at + 4) === 1) {
      values.set(file.readUInt16LE(at), isShort ? file.readUInt16LE(at + 8) : file.readUInt32LE(at + 8));
    }
  }
  const [offset, length, photometric] = [tags.stripOffset, tags.stripBytes, tags.photometric].map((tag) =>
    values.get(tag),
  );
  if (offset === undefined || length === undefined) return null;
  return { data: file.subarray(offset, offset + length), zeroIsWhite: photometric === 0 };
}
