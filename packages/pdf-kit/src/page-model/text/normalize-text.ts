/**
 * Latin ligatures (FB00–FB06), Arabic presentation forms, and the letter-like forms that are only typography. Fonts draw
 * Kangxi radicals (2F00–2FD5) with the glyphs of the ideographs, and writers map these to the radicals: no search finds them.
 */
const presentationForms = /[\u2e9f\u2ef3\u2f00-\u2fd5\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe70-\ufefc]/u;
const dropped = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff\ufffe\uffff]/gu;

/**
 * What Adobe's Symbol font has in private use since its pieces of tall brackets had no code in Unicode yet, from U+F8E5:
 * pieces of roots, arrows, brackets and integrals, and signs without serifs. Fonts of formulas are mapped to them too.
 */
const symbolPieces = '√⏐⎯®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭';

function fromPrivateUse(text: string): string {
  return text.replace(/[\uf8e5-\uf8fe]/gu, (piece) => symbolPieces[piece.charCodeAt(0) - 0xf8e5] ?? piece);
}

/** Spells out ligatures and presentation forms and drops control characters. Other text stays exactly as it is. */
export function normalizeGlyphText(text: string): string {
  const clean = fromPrivateUse(text.replace(dropped, ''));
  return presentationForms.test(clean) ? clean.normalize('NFKC') : clean;
}

/** Any kind of space, the non-breaking ones included. */
export function isSpace(text: string): boolean {
  return /^[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]*$/u.test(text);
}

/** A space a line may not break at. Other kinds of space are read as ordinary ones. */
export const noBreakSpace = '\u00a0';

/** Whether a glyph is the space between two words. */
export function isWordSpace(text: string): boolean {
  return text === ' ' || text === noBreakSpace;
}

/** Whether the text has a character of a right-to-left script. */
export function isRightToLeft(text: string): boolean {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text);
}
