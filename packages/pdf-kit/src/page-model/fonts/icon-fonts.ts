/** Represents an icon in the text of a page: a drawing that is not a character. Its glyph is a separate word. */
export const iconText = '\ufffc';

/** Font Awesome, Material Icons, Ionicons, icomoon, Segoe MDL2 Assets, MarVoSym of TeX and the like. Lexicon is a typeface for text. */
const iconFontName =
  /awesome|(?<!lex)icons|icomoon|fontello|glyphicon|material ?symbols|mdl2|etmodules|themify|marvosym|bbding|ifsym/i;

/** Whether a font draws icons: what it maps its codes to, such as `z` for an envelope, says nothing. */
export function isIconFont(name: string): boolean {
  return iconFontName.test(name);
}

/** Icons that are signs of Unicode: by their names, and by their codes in Font Awesome where it has them. */
const signs: ReadonlyMap<string, string> = new Map(
  [
    'circle f111 ●, circle-o f10c ○, dot-circle-o f192 ◉, adjust f042 ◐, square f0c8 ■, square-o f096 □, check f00c ✓',
    'check-square f14a ☑, check-square-o f046 ☑, times f00d ✗, star f005 ★, star-o f006 ☆, caret-right f0da ▸',
    'angle-right f105 ›, chevron-right f054 ❯, arrow-right f061 →',
    // MarVoSym has no codes of its own: `Neutral` is the bullet of many résumés made with TeX.
    'Neutral ◦, Letter ✉, Telefon ☎, EUR €, EURcr €, EURdig €, EURhv €, EURtm €, Checkedbox ☑, Crossedbox ☒, HollowBox ☐',
  ]
    .flatMap((row) => row.split(', '))
    .flatMap((entry): [string, string][] => {
      const [name = '', ...others] = entry.split(' ');
      const sign = others.at(-1) ?? '';
      const [code] = others.slice(0, -1);
      return [[name, sign], ...(code === undefined ? [] : [[fromHex(code), sign] as [string, string]])];
    }),
);

function fromHex(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}

/** Version 5 has hollow icons under the names of solid ones, in another font. */
const hollow: ReadonlyMap<string, string> = new Map([
  ['●', '○'],
  ['■', '□'],
  ['★', '☆'],
]);

/**
 * What a glyph of an icon font stands for: the bullet, tick or star that Unicode has for it, `iconText` else. `name` is
 * that of the glyph, null where it has none.
 */
export function textOfIcon(fontName: string, name: string | null, mapped: string): string {
  const sign = signs.get(name ?? '') ?? signs.get(mapped);
  if (sign === undefined) return iconText;
  return /free-?regular/i.test(fontName) ? (hollow.get(sign) ?? sign) : sign;
}
