import type { Font, Glyph, Word } from '@platen/pdf-kit/page-model';

/**
 * Fonts that hold nothing but the letters and signs of formulas, by how their names begin once they are bare: those of
 * TeX (Computer Modern, AMS, Euler, MathTime, TX, PX, Fourier, MnSymbol), of Word and its equation editors, of browsers
 * (MathJax, KaTeX), and every face called Math.
 */
const mathFonts =
  /^(cm(mi|sy|ex|bsy|mib|bex)|ms[ab]m|eu[efrs][bmx]|lm(mi|sy|ex|math)|mt(mi|sy|ex|extra)|(r?tx|px|ntx|newtx|newpx)(mi|sy|ex|bmi|bsy|mia)|m[nd]symbol|rsfs|stmary|wasy|esint|bbm?\d|bbold|dsrom|mathabx|mathematicalpi|mathpi|euclid(symbol|extra|math|fraktur)|stix(integrals|size|nonunicode|variants)|mathjax|katex(math|size|ams|caligraphic|fraktur|script))|math(regular|italic|bold|letters|symbols?|extension|blackboard)*\d*$/;

/** Fonts of large brackets, operators and pieces of them: their signs hang below the place where the pen was. */
const extensionFonts = /^(cmb?ex|lmex|mtex|(r?tx|px|ntx|newtx|newpx)ex|eu[ef]x|mathextension|lmmathextension)/;

/** Signs that text has too: bullets, footnote marks, quotation marks, dashes and stops. */
const textSigns = /^[•·∗*†‡§¶©®‖.,;:!?'"“”‘’–—/\s]$/u;

const mathSigns =
  /^[\u2200-\u22c4\u22c6-\u22ff\u2a00-\u2aff\u27c0-\u27ef\u2980-\u29ff\u239b-\u23b3\uf8e5-\uf8fe\u{1d400}-\u{1d7ff}ℂℍℎℏℑℓℕ℘ℙℚℛℜℝℤ⟨⟩]$/u;

/** What the Symbol font and its clones have of formulas: its bullets and arrows are in text. */
const symbolFonts = /^(symbol|standardsym)/;
const symbolLetters = /^[\p{Script=Greek}=+<>()[\]{}|]$/u;

/** Whether a glyph is of a formula, by its font or by what it is. */
export function isMathGlyph({ text, style }: Glyph): boolean {
  if (textSigns.test(text)) return false;
  if (mathSigns.test(text)) return true;
  const { isMath, isSymbol } = traitsOf(style.font);
  return isMath || (isSymbol && symbolLetters.test(text));
}

/** Whether a font is made for formulas. */
function isMathFont(font: Font): boolean {
  return traitsOf(font).isMath;
}

/** Whether a glyph hangs below its baseline, as the large signs of TeX do. */
export function hangsDown({ style }: Glyph): boolean {
  return traitsOf(style.font).isExtension;
}

/** Signs that are between the sides of an equation. */
export const relationPattern = /[=≠<>≤≥⩽⩾≦≧≈≅≃≡∼∝≺≻→←↔⇒⇐⇔↦∈∉∋⊂⊃⊆⊇≪≫≜≐:]/u;

/** Signs that are set large, with their limits above and below. */
export const bigOperatorPattern = /^[∑∏∐∫∬∭∮⋃⋂⋁⋀⨀⨁⨂⨄⨆]$/u;

/** Names of functions, which are set upright like words. */
const functionNames =
  /^(arc)?(sin|cos|tan|cot|sec|csc)h?$|^(log|ln|lg|exp|lim|limsup|liminf|max|min|sup|inf|arg|argmin|argmax|det|dim|ker|deg|gcd|mod|Pr|tr|rank|sgn|sign|var|cov|softmax|const|diag|span)$/i;

/** How many words of text are among some words: of two letters and more, and no names of functions. */
export function countPlainWords(words: readonly Word[]): number {
  return words.filter(isPlainWord).length;
}

export function isPlainWord({ text, script, style }: Word): boolean {
  if (script !== 'normal' || isMathFont(style.font)) return false;
  const bare = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return /^\p{L}[\p{L}'’-]+$/u.test(bare) && !functionNames.test(bare) && !mathSigns.test(bare.slice(0, 2));
}

interface FontTraits {
  readonly isMath: boolean;
  readonly isExtension: boolean;
  readonly isSymbol: boolean;
}

const knownTraits = new WeakMap<Font, FontTraits>();

function traitsOf(font: Font): FontTraits {
  const known = knownTraits.get(font);
  if (known !== undefined) return known;
  const name = font.name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const traits = {
    isMath: mathFonts.test(name),
    isExtension: extensionFonts.test(name),
    isSymbol: symbolFonts.test(name),
  };
  knownTraits.set(font, traits);
  return traits;
}
