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

function readPascalStrings(bytes: Uint8Array, start: number): readonly string[] {
  const strings: string[] = [];
  for (let at = start; at < bytes.length; ) {
    const length = bytes[at] ?? 0;
    strings.push(Buffer.from(bytes.subarray(at + 1, at + 1 + length)).toString('latin1'));
    at += 1 + length;
  }
  return strings;
}
