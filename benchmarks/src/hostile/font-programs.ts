/** Font programs whose glyphs call or contain each other: `breadth ** depth` steps in some kilobytes. */

const u8 = (value: number) => String.fromCharCode(value & 255);
const u16 = (value: number) => u8(value >> 8) + u8(value);
const u32 = (value: number) => u16(value >>> 16) + u16(value);

/** A CFF font whose glyphs each call subroutines that call subroutines. */
export function subroutineCff(glyphs: number, depth: number, breadth: number): string {
  const index = (items: readonly string[]) => {
    if (items.length === 0) return u16(0);
    let at = 1;
    const offsets = items.map((item) => {
      const offset = at;
      at += item.length;
      return u32(offset);
    });
    return `${u16(items.length)}\x04${offsets.join('')}${u32(at)}${items.join('')}`;
  };
  // Numbers of one byte; subroutines are counted from -107.
  const call = (subroutine: number) => `${u8(139 + subroutine - 107)}\x1d`;
  const subroutines = Array.from({ length: depth }, (_, level) =>
    level + 1 < depth ? `${call(level + 1).repeat(breadth)}\x0b` : '\x8c\x8c\x05\x0b',
  );
  const charstrings = index(['\x0e', ...Array.from({ length: glyphs }, () => `\x8b\x8b\x15${call(0)}\x0e`)]);
  const head = `\x01\0\x04\x04${index(['A'])}`;
  const number = (value: number) => `\x1d${u32(value)}`;
  const top = (at: number) => index([`${number(at)}\x11${number(0)}${number(at)}\x12`]);
  const rest = `${index([])}${index(subroutines)}`;
  const at = head.length + top(0).length + rest.length;
  return `${head}${top(at)}${rest}${charstrings}`;
}

/** A TrueType font whose glyphs are made of glyphs; the last is empty. */
export function compositeTrueType(depth: number, breadth: number): string {
  const part = (glyph: number, isLast: boolean) => `${u16(isLast ? 2 : 0x22)}${u16(glyph)}\0\0`;
  const glyph = (at: number) =>
    at + 1 < depth
      ? `\xff\xff${u16(0)}${u16(0)}${u16(9)}${u16(9)}${Array.from({ length: breadth }, (_, n) => part(at + 1, n + 1 === breadth)).join('')}`
      : '';
  const glyphs = Array.from({ length: depth }, (_, at) => glyph(at));
  let place = 0;
  const loca = glyphs.map(({ length }) => {
    const before = place;
    place += length;
    return u32(before);
  });
  const cmap = `${u16(0)}${u16(1)}${u16(1)}${u16(0)}${u32(12)}${u16(0)}${u16(262)}${u16(0)}${'\0'.repeat(256)}`;
  const tables: Readonly<Record<string, string>> = {
    cmap,
    glyf: glyphs.join(''),
    head: `${u32(65_536)}${u32(65_536)}${u32(0)}${u32(0x5f0f3cf5)}${u16(0)}${u16(1_000)}${'\0'.repeat(16)}${u16(0)}${u16(0)}${u16(1_000)}${u16(1_000)}${u16(0)}${u16(8)}${u16(2)}${u16(1)}${u16(0)}`,
    hhea: `${u32(65_536)}${u16(800)}${u16(200)}${'\0'.repeat(26)}${u16(1)}`,
    hmtx: `${u16(500)}${u16(0)}${u16(0).repeat(depth - 1)}`,
    loca: `${loca.join('')}${u32(place)}`,
    maxp: `${u32(65_536)}${u16(depth)}${u16(9)}${u16(9)}${u16(9)}${u16(9)}${u16(2)}${'\0'.repeat(12)}${u16(breadth)}${u16(depth)}`,
  };
  const names = Object.keys(tables);
  let offset = 12 + names.length * 16;
  const rows = names.map((name) => {
    const row = `${name}${u32(0)}${u32(offset)}${u32(tables[name]?.length ?? 0)}`;
    offset += (tables[name]?.length ?? 0) + 3 - (((tables[name]?.length ?? 0) + 3) % 4);
    return row;
  });
  const bodies = names.map((name) => (tables[name] ?? '').padEnd(Math.ceil((tables[name]?.length ?? 0) / 4) * 4, '\0'));
  return `${u32(65_536)}${u16(names.length)}${'\0'.repeat(6)}${rows.join('')}${bodies.join('')}`;
}
