/** The name that a font's file gives the glyph of a code explicitly; null where it gives none. */
export type GlyphNameOf = (code: number) => string | null;

/** The fields of a pdf.js font that name its glyphs. All of it is outside data. */
export interface NamingFont {
  readonly composite?: boolean;
  readonly differences?: unknown;
}

/**
 * The glyph names of the `Differences` of a simple font (ISO 32000-2, 9.6.5.1). Base and default encodings name glyphs
 * too, but a subset may draw anything at their codes: there the map to Unicode is right. Composite fonts know no names.
 */
export function glyphNames({ composite, differences }: NamingFont): GlyphNameOf {
  if (composite === true) return () => null;
  const named: ReadonlyMap<unknown, unknown> = differences instanceof Map ? differences : new Map();
  return (code) => {
    const name = named.get(code);
    return typeof name === 'string' && name !== '' ? name : null;
  };
}

/** Names that say nothing but the character: `2014` is a dash. */
const codePointName = /^(?:0[1-9A-F]|[1-9A-CE-F][0-9A-F])[0-9A-F]{2}$/;

/** The glyph names of the signs that Windows-1252 has from 0x80 on (ISO 32000-2, D.2); a dot where it has none. */
const signNames =
  'Euro . quotesinglbase florin quotedblbase ellipsis dagger daggerdbl circumflex perthousand Scaron guilsinglleft OE ' +
  '. Zcaron . . quoteleft quoteright quotedblleft quotedblright bullet endash emdash tilde trademark scaron ' +
  'guilsinglright oe . zcaron Ydieresis';
const signs = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index));
const signOfName = new Map(signNames.split(' ').map((name, index) => [name, signs.charAt(index)]));

/** What a name says of a glyph that is mapped to no character: its code point, or the sign that `emdash.cyr` is a form of. */
function textOfUnmapped(name: string): string {
  if (codePointName.test(name)) return String.fromCodePoint(Number.parseInt(name, 16));
  // What follows the first full stop names the form only (Adobe Glyph List Specification, 2).
  return signOfName.get(name.replace(/\..*$/, '')) ?? '';
}

/**
 * The text of a glyph where its map to Unicode contradicts its name. Writers are known to keep only one letter of a
 * ligature (`f_i` as "i"), to map one to a sign (macOS: `ff` as "↵", `ffi` as a space), and to map capitals to small
 * letters. Other contradictions are left to the map: names may be arbitrary.
 */
export function textByName(mapped: string, name: string | null): string {
  if (name === null) return mapped;
  if (!/[^\p{C}]/u.test(mapped)) return textOfUnmapped(name) || mapped;
  const ligature = lettersOf(name);
  if (ligature.length > 1 && (isOneOf(ligature, mapped) || !/\p{L}/u.test(mapped))) return ligature;
  return /^[A-Z]$/.test(name) && mapped === name.toLowerCase() ? name : mapped;
}

function isOneOf(ligature: string, mapped: string): boolean {
  return mapped.length === 1 && ligature.includes(mapped);
}

/** What a ligature's name spells (Adobe Glyph List Specification, 2: parts are joined by underscores). */
function lettersOf(name: string): string {
  if (/^[A-Za-z](_[A-Za-z])+$/.test(name)) return name.replaceAll('_', '');
  return /^(ff|fi|fl|ffi|ffl)$/.test(name) ? name : '';
}
