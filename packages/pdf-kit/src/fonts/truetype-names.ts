import { macintoshGlyphOrder } from './macintosh-glyph-order.ts';
import { viewOf } from './sfnt.ts';

/** The glyph of each name in a `post` table; empty when it has none. Source: OpenType, post table, versions 1 and 2. */
export function readPostNames(post: Uint8Array | undefined): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  if (post === undefined || post.length < 32) return names;
  const view = viewOf(post);
  const version = view.getUint32(0);
  if (version === 0x00010000) return new Map(macintoshGlyphOrder.map((name, glyph) => [name, glyph]));
  if (version !== 0x00020000 || post.length < 34) return names;
  const count = Math.min(view.getUint16(32), (post.length - 34) >> 1);
  const custom = readPascalStrings(post, 34 + 2 * count);
  for (let glyph = 0; glyph < count; glyph += 1) {
    const index = view.getUint16(34 + 2 * glyph);
    const name = index < 258 ? macintoshGlyphOrder[index] : custom[index - 258];
    if (name !== undefined && !names.has(name)) names.set(name, glyph);
  }
  return names;
}

/**
 * A `post` table with only the names of these glyphs, for a subset of `glyphCount` glyphs: viewers reject a table with more
 * names than glyphs. A table without custom names is returned as it is.
 */
export function cutPostNames(post: Uint8Array, glyphCount: number, glyphs: ReadonlySet<number>): Uint8Array {
  if (post.length < 34 || viewOf(post).getUint32(0) !== 0x00020000) return post;
  const named = new Map([...readPostNames(post)].map(([name, glyph]) => [glyph, name]));
  const indexes = Buffer.alloc(2 + 2 * glyphCount);
  indexes.writeUInt16BE(glyphCount);
  const strings: Buffer[] = [];
  for (let glyph = 0; glyph < glyphCount; glyph += 1) {
    const name = glyphs.has(glyph) ? named.get(glyph) : undefined;
    if (name === undefined) continue;
    const known = macintoshGlyphOrder.indexOf(name);
    indexes.writeUInt16BE(known < 0 ? 258 + strings.length : known, 2 + 2 * glyph);
    if (known < 0) strings.push(Buffer.from([name.length, ...Buffer.from(name, 'latin1')]));
  }
  return Buffer.concat([post.subarray(0, 32), indexes, ...strings]);
}

function readPascalStrings(bytes: Uint8Array, start: number): readonly string[] {
  const strings: string[] = [];
  for (let at = start; at < bytes.length; ) {
    const length = bytes[at] ?? 0;
    strings.push(Buffer.from(bytes.subarray(at + 1, at + 1 + length)).toString('latin1'));
    at += 1 + length;
  }
  return strings;
}
