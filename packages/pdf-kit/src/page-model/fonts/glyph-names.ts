import { textOfGlyphName } from './glyph-name-text.ts';
import { textOfTexName } from './tex-glyph-names.ts';

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

/**
 * The text of a glyph where its map to Unicode contradicts its name. Writers are known to keep only one letter of a
 * ligature (`f_i` as "i"), to map one to a sign (macOS: `ff` as "↵", `ffi` as a space), and to map capitals to small
 * letters. Other contradictions are left to the map: names may be arbitrary. Where there is no map, `isCode`, what is
 * mapped is the code; pdf.js knows plain names then, but neither those of forms nor those of TeX.
 */
export function textByName(mapped: string, name: string | null, isCode: boolean): string {
  if (name === null) return mapped;
  const isForm = isCode && formName.test(name);
  const isSign = (isCode || oddlyMapped.test(mapped)) && textOfTexName(name) !== null;
  if (!/[^\p{C}\ufffd]/u.test(mapped) || isForm || isSign) return textOfGlyphName(name) || lettersOf(name) || mapped;
  const ligature = lettersOf(name);
  if (ligature.length > 1 && (isOneOf(ligature, mapped) || !/\p{L}/u.test(mapped))) return ligature;
  return /^[A-Z]$/.test(name) && mapped === name.toLowerCase() ? name : mapped;
}

/**
 * What the standard encoding, which stands in for that of a font of signs, has in place of two codes of ASCII; and the
 * brackets of East Asia, a full em wide, that the Adobe Glyph List has for the angle brackets of formulas.
 */
const oddlyMapped = /^[‘’〈〉]$/;

/** `two.lf`, `u00ED.a`; what is numbered, `g.12`, says nothing. */
const formName = /^\w+\.[a-z]/i;

function isOneOf(ligature: string, mapped: string): boolean {
  return mapped.length === 1 && ligature.includes(mapped);
}

/** What a ligature's name spells (Adobe Glyph List Specification, 2: parts are joined by underscores). */
function lettersOf(name: string): string {
  if (/^[A-Za-z](_[A-Za-z])+$/.test(name)) return name.replaceAll('_', '');
  return /^(ff|fi|fl|ffi|ffl)$/.test(name) ? name : '';
}
