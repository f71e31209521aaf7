/** Zapf Dingbats, and the faces of URW that replace it under names of their own. */
const dingbatsName = /^(?:(?:ITC ?)?Zapf ?)?Dingbats|^D050000L/i;

/** Codes whose symbols Unicode had before its dingbats, where it left gaps. */
const olderSymbols = new Map<number, string>([
  ...symbolsFrom(0x25, '☎'),
  ...symbolsFrom(0x2a, '☛☞'),
  ...symbolsFrom(0x48, '★'),
  ...symbolsFrom(0x6c, '●'),
  ...symbolsFrom(0x6e, '■'),
  ...symbolsFrom(0x73, '▲▼◆'),
  ...symbolsFrom(0x77, '◗'),
  ...symbolsFrom(0x80, '❨❩❪❫❬❭❮❯❰❱❲❳❴❵'),
  ...symbolsFrom(0xa8, '♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩'),
  ...symbolsFrom(0xd5, '→↔↕'),
]);

/**
 * What a glyph of Zapf Dingbats shows, where all that is known of it is its code, which would read as a letter: a check
 * mark as `4`. The others are in Unicode in the order of their codes (ISO 32000-2, D.6). Null for glyphs of other fonts.
 */
export function dingbatSymbol(fontName: string, code: number): string | null {
  if (!dingbatsName.test(fontName)) return null;
  const older = olderSymbols.get(code);
  if (older !== undefined) return older;
  if (code > 0x20 && code < 0x7f) return String.fromCodePoint(0x2700 + code - 0x20);
  return code > 0xa0 && code < 0xff && code !== 0xf0 ? String.fromCodePoint(0x2760 + code - 0xa0) : null;
}

function symbolsFrom(firstCode: number, symbols: string): [number, string][] {
  return [...symbols].map((symbol, index) => [firstCode + index, symbol]);
}
