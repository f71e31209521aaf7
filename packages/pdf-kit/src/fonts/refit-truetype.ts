import { type SfntTables, viewOf } from './sfnt.ts';

/** Advances and glyph data of a TrueType font, to be given other widths and copies of glyphs. Source: OpenType specification. */
export interface RefittableTrueType {
  readonly glyphCount: number;
  /** The advance of a glyph in thousandths of an em. */
  width(glyph: number): number;
  /**
   * The tables with other advances, by glyph, and copies of glyphs with advances of their own behind those there are. With
   * `kept`, all glyphs but those and what they are put together from become empty.
   */
  refit(
    widths: ReadonlyMap<number, number>,
    copies: readonly { readonly glyph: number; readonly width: number }[],
    kept?: Iterable<number>,
  ): Map<string, Uint8Array>;
}

/** Tables that repeat advances, or names by glyph. */
const stale = ['hdmx', 'VDMX', 'LTSH', 'kern', 'GPOS', 'GSUB', 'GDEF', 'DSIG'];

/** Null without the tables that a glyph needs. */
export function openTrueType(tables: SfntTables): RefittableTrueType | null {
  const [head, hhea, maxp, hmtx] = ['head', 'hhea', 'maxp', 'hmtx'].map((tag) => tables.get(tag));
  const [loca, glyf] = [tables.get('loca'), tables.get('glyf')];
  if (head === undefined || hhea === undefined || maxp === undefined || hmtx === undefined) return null;
  if (loca === undefined || glyf === undefined) return null;
  if (head.length < 54 || hhea.length < 36 || maxp.length < 6) return null;
  const unitsPerEm = viewOf(head).getUint16(18) || 1000;
  const isLong = viewOf(head).getInt16(50) !== 0;
  const glyphCount = Math.min(viewOf(maxp).getUint16(4), Math.floor(loca.length / (isLong ? 4 : 2)) - 1);
  const metricCount = Math.max(1, viewOf(hhea).getUint16(34));
  const metric = (glyph: number): readonly [advance: number, bearing: number] => {
    const last = Math.min(glyph, metricCount - 1);
    const bearingAt = glyph < metricCount ? 4 * glyph + 2 : 4 * metricCount + 2 * (glyph - metricCount);
    return [readUint16(hmtx, 4 * last), readUint16(hmtx, bearingAt)];
  };
  const offset = (glyph: number) => (isLong ? readUint32(loca, 4 * glyph) : 2 * readUint16(loca, 2 * glyph));
  const dataOf = (glyph: number) => glyf.subarray(offset(glyph), Math.max(offset(glyph), offset(glyph + 1)));
  return {
    glyphCount,
    width: (glyph) => (1000 * metric(glyph)[0]) / unitsPerEm,
    refit(widths, copies, kept) {
      const keeps = kept === undefined ? null : withParts([...kept, ...copies.map((copy) => copy.glyph)], dataOf);
      const count = glyphCount + copies.length;
      const parts: Uint8Array[] = [];
      const offsets = [0];
      let end = 0;
      for (let glyph = 0; glyph < count; glyph += 1) {
        const source = copies[glyph - glyphCount]?.glyph ?? glyph;
        const data = keeps === null || keeps.has(source) ? dataOf(source) : new Uint8Array();
        const padded = new Uint8Array((data.length + 3) & ~3);
        padded.set(data);
        parts.push(padded);
        end += padded.length;
        offsets.push(end);
      }
      const newLoca = Buffer.alloc(4 * (count + 1));
      for (const [index, place] of offsets.entries()) newLoca.writeUInt32BE(place, 4 * index);
      const newHmtx = Buffer.alloc(4 * count);
      for (let glyph = 0; glyph < count; glyph += 1) {
        const copy = copies[glyph - glyphCount];
        const [advance, bearing] = metric(copy?.glyph ?? glyph);
        const width = copy?.width ?? widths.get(glyph);
        newHmtx.writeUInt16BE(width === undefined ? advance : clamp((width * unitsPerEm) / 1000), 4 * glyph);
        newHmtx.writeUInt16BE(bearing, 4 * glyph + 2);
      }
      const changed = new Map(tables);
      for (const tag of stale) changed.delete(tag);
      changed.set('glyf', Buffer.concat(parts)).set('loca', newLoca).set('hmtx', newHmtx);
      changed.set('head', withUint16(head, 50, 1)).set('maxp', withUint16(maxp, 4, count));
      changed.set('hhea', withUint16(hhea, 34, count));
      const post = tables.get('post');
      // Names of glyphs by their number would lack those of the copies.
      if (post !== undefined && copies.length > 0)
        changed.set('post', withUint16(withUint16(post.subarray(0, 32), 0, 3), 2, 0));
      return changed;
    },
  };
}

/** Flags of the parts of a composite glyph. */
const part = { hasWords: 1, hasScale: 8, more: 32, hasScales: 64, hasMatrix: 128 };

/** Glyphs and those that they are put together from. */
function withParts(glyphs: readonly number[], dataOf: (glyph: number) => Uint8Array): ReadonlySet<number> {
  const all = new Set<number>([0]);
  const pending = [...glyphs];
  for (let glyph = pending.pop(); glyph !== undefined; glyph = pending.pop()) {
    if (all.has(glyph)) continue;
    all.add(glyph);
    const data = dataOf(glyph);
    if (data.length < 12 || viewOf(data).getInt16(0) >= 0) continue;
    for (let at = 10, flags = part.more; (flags & part.more) !== 0 && at + 4 <= data.length; ) {
      flags = readUint16(data, at);
      pending.push(readUint16(data, at + 2));
      at += (flags & part.hasWords) !== 0 ? 8 : 6;
      at +=
        (flags & part.hasScale) !== 0 ? 2 : (flags & part.hasScales) !== 0 ? 4 : (flags & part.hasMatrix) !== 0 ? 8 : 0;
    }
  }
  return all;
}

/** A `cmap` with one symbolic subtable (3, 0): the codes of a simple font, in the private-use page F000. */
export function symbolCharacterMap(glyphOf: ReadonlyMap<number, number>): Uint8Array {
  const codes = [...glyphOf.keys()].sort((one, other) => one - other);
  const count = codes.length + 1;
  const power = 2 ** Math.floor(Math.log2(count));
  const length = 16 + 8 * count;
  const bytes = Buffer.alloc(12 + length);
  const words = [0, 1, 3, 0, 0, 12, 4, length, 0, 2 * count, 2 * power, Math.log2(power), 2 * (count - power)];
  for (const [index, value] of words.entries()) bytes.writeUInt16BE(value, 2 * index);
  const at = 2 * words.length;
  for (const [index, code] of [...codes, null].entries()) {
    const character = code === null ? 0xffff : 0xf000 + code;
    const glyph = code === null ? 0 : (glyphOf.get(code) ?? 0);
    bytes.writeUInt16BE(character, at + 2 * index);
    bytes.writeUInt16BE(character, at + 2 + 2 * count + 2 * index);
    bytes.writeUInt16BE((glyph - character) & 0xffff, at + 2 + 4 * count + 2 * index);
  }
  return bytes;
}

function clamp(value: number): number {
  return Math.max(0, Math.min(0xffff, Math.round(value)));
}

function withUint16(table: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = Buffer.from(table);
  copy.writeUInt16BE(value, offset);
  return copy;
}

function readUint16(table: Uint8Array, offset: number): number {
  return offset + 1 < table.length ? viewOf(table).getUint16(offset) : 0;
}

function readUint32(table: Uint8Array, offset: number): number {
  return offset + 3 < table.length ? viewOf(table).getUint32(offset) : 0;
}
