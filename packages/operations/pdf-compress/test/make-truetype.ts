import { viewOf, writeSfnt } from '@platen/pdf-kit/fonts';

/**
 * A TrueType font of triangles, with a `cmap` of one (1,0) subtable of format 0: what old simple fonts have. Glyphs
 * that are not `outlined` are empty.
 */
export function makeTrueType(
  glyphCount: number,
  macintoshCodes: ReadonlyMap<number, number>,
  outlined: (glyph: number) => boolean = () => true,
): Uint8Array {
  const head = new Uint8Array(54);
  viewOf(head).setUint32(0, 0x00010000);
  viewOf(head).setUint32(12, 0x5f0f3cf5);
  viewOf(head).setUint16(18, 1000);
  viewOf(head).setUint16(50, 1);
  const maxp = new Uint8Array(32);
  viewOf(maxp).setUint32(0, 0x00010000);
  viewOf(maxp).setUint16(4, glyphCount);
  const hhea = new Uint8Array(36);
  viewOf(hhea).setUint32(0, 0x00010000);
  viewOf(hhea).setUint16(34, glyphCount);
  const hmtx = new Uint8Array(4 * glyphCount);
  const loca = new Uint8Array(4 * (glyphCount + 1));
  const outlines: Buffer[] = [];
  for (let glyph = 0, offset = 0; glyph < glyphCount; glyph += 1) {
    if (outlined(glyph)) outlines.push(triangle(100 + glyph));
    offset += outlined(glyph) ? triangle(0).length : 0;
    viewOf(loca).setUint32(4 * (glyph + 1), offset);
  }
  const glyf = Buffer.concat(outlines);
  const tables = { head, maxp, hhea, hmtx, glyf, loca, cmap: macintoshMap(macintoshCodes) };
  return writeSfnt(new Map(Object.entries(tables)));
}

function triangle(size: number): Buffer {
  const glyph = Buffer.alloc(36);
  // One contour, its box, its last point, no instructions; three points on the curve; their steps along x and y.
  writeWords(glyph, 0, [1, 0, 0, size, size, 2, 0]);
  glyph.set([1, 1, 1], 14);
  writeWords(glyph, 17, [0, size, 0]);
  writeWords(glyph, 23, [0, 0, size]);
  return glyph;
}

function macintoshMap(codes: ReadonlyMap<number, number>): Uint8Array {
  const cmap = Buffer.alloc(12 + 262);
  writeWords(cmap, 0, [0, 1, 1, 0]);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(262, 14);
  for (const [code, glyph] of codes) cmap.writeUInt8(glyph, 18 + code);
  return cmap;
}

function writeWords(target: Buffer, start: number, words: readonly number[]): void {
  for (const [index, word] of words.entries()) target.writeInt16BE(word, start + 2 * index);
}
