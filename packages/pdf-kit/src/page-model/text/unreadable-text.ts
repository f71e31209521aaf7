import { uniteBoxes } from '../box.ts';
import type { DrawnGlyph } from '../content/page-content.ts';
import { iconText } from '../fonts/icon-fonts.ts';
import type { Box } from '../types.ts';
import { drawnText } from './drawn-text.ts';
import { isWordSpace } from './normalize-text.ts';

/** The glyphs of one font, and their text. */
interface FontText {
  readonly glyphs: readonly DrawnGlyph[];
  readonly text: string;
}

/** Minimum glyphs of a font on a page to judge it by its text. */
const minToJudge = 20;
/** Share of meaningless characters that makes a font unreadable. */
const meaninglessShare = 0.3;
const minMeaningless = 3;

/**
 * Where a page shows text whose characters are unknown: codes without Unicode, private-use characters, or
 * character codes that read as noise. `unread` are glyphs that had no character at all. One box for each piece of text.
 */
export function findUnreadableText(glyphs: readonly DrawnGlyph[], unread: readonly DrawnGlyph[]): readonly Box[] {
  const byFont = Map.groupBy([...glyphs, ...unread].filter(isShown), ({ style }) => style.font);
  const condemned = [...byFont].flatMap(([font, ofFont]) => {
    const shown = ofFont.filter(({ text }) => !isWordSpace(text));
    const text = shown.map((glyph) => glyph.text).join('');
    // Its spaces may be letters too.
    return !font.symbolic && isUnreadable({ glyphs: shown, text }) ? [ofFont] : [];
  });
  return [...Map.groupBy(condemned.flat(), ({ run }) => run).values()].flatMap(boxesOf);
}

function isShown({ hidden, advancePt, text }: DrawnGlyph): boolean {
  return !hidden && advancePt > 0 && text !== iconText;
}

function isUnreadable(font: FontText): boolean {
  const { glyphs, text } = font;
  const meaningless = glyphs.filter((glyph) => glyph.text === '' || isMeaningless(glyph)).length;
  if (meaningless >= minMeaningless && meaningless > meaninglessShare * glyphs.length) return true;
  if (glyphs.length < minToJudge) return false;
  if (saysOneThing(font) || hasSignsInCapitals(text) || readsAsOtherScript(font)) return true;
  // A font that maps its codes to other characters is trusted.
  return glyphs.every(({ isCode }) => isCode) && readsAsNoise(font);
}

/** Private use except that of symbol fonts, unassigned characters, and the replacement character. */
function isMeaningless({ text }: DrawnGlyph): boolean {
  return /^[\ue000-\uefff\uf100-\uf8ff\ufffd\p{Cn}]$/u.test(text);
}

/** Whether many codes map to one character: the map was made without knowing the text. */
function saysOneThing({ glyphs, text }: FontText): boolean {
  const codes = new Set(glyphs.map(({ code }) => code));
  return codes.size >= 8 && new Set(text).size === 1;
}

/**
 * Codes numbered by their place in the font read as capitals without vowels, as signs, or as letters of many scripts
 * together. Languages in Latin letters have vowels for a third of their letters and more.
 */
function readsAsNoise({ glyphs, text }: FontText): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const signs = [...text].filter((character) => /[^\p{L}\p{N}\s.·…_*=-]/u.test(character)).length;
  if (new Set(text).size < 8) return false;
  if (signs > 0.45 * text.length && !isFormula(text)) return true;
  if (letters.length < minToJudge) return false;
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter));
  if (latin.length < 0.5 * letters.length) return scriptsIn(letters) >= 4;
  // One letter or two may be the name of something: C1, AB, the indexes of a formula.
  const words = drawnText(glyphs, []).match(/\p{Script=Latin}{3,}/gu) ?? [];
  const inWords = [...words.map(withoutFillers).join('')];
  if (inWords.length < minToJudge) return false;
  const vowels = inWords.filter((letter) => /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœ]/iu.test(letter)).length;
  return vowels < 0.17 * inWords.length && signs + 1 > 0.02 * text.length;
}

/** A word without repetitions of one letter, which redact or leave room for text: `XXXXXXXX, LLC`. */
function withoutFillers(word: string): string {
  return word.replaceAll(/(\p{L})\1{2,}/gu, '');
}

/** Small letters whose codes fall between the digits and the capitals: `FJ=;@L` for `nrecht`. */
function hasSignsInCapitals(text: string): boolean {
  if (/\p{Ll}/u.test(text)) return false;
  const inWords = text.match(/(?<=\p{Lu})[<=>?@]+(?=\p{Lu})/gu) ?? [];
  const signs = inWords.join('');
  return inWords.length >= 4 && signs.length > 0.15 * text.length && new Set(signs).size >= 3;
}

/**
 * Share of words with capitals after small letters, and share of accented letters and signs inside words, of noise: fonts
 * for Devanagari have 16 % and more of these, program code 2 %.
 */
const noise = { mixed: 1 / 3, strange: 0.1 };

/** Signs that neither language nor program code has between letters so often. */
const signInWord = /(?<=\p{L})[{}$|~^`@&<>\u00a1-\u00bf](?=\p{L})/gu;

/**
 * Another script under Latin glyph names or codes: `W×zô vKŽ sJ1`, `H$aZm nhMmZH$a`. No language has capitals after small
 * letters in a third of its words; program code does, without accents and such signs.
 */
function readsAsOtherScript({ glyphs, text }: FontText): boolean {
  const strange = [/[À-ſ]/g, signInWord].flatMap((pattern) => text.match(pattern) ?? []);
  if (strange.length < noise.strange * text.length) return false;
  const words = drawnText(glyphs, []).match(/[\p{Script=Latin}\p{M}]{2,}/gu) ?? [];
  const mixed = words.filter((word) => /\p{Ll}\p{M}*\p{Lu}/u.test(word));
  return words.length >= minToJudge && mixed.length >= noise.mixed * words.length;
}

/** Whether text is a formula or bracketed numbers: nearly all signs are those used with numbers. Noise has all kinds. */
function isFormula(text: string): boolean {
  return new Set(text.match(/[^\p{L}\p{N}\s()[\]{}<>,;:/|+±×−=%.·…_*-]/gu)).size < 4;
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Bengali}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Ethiopic}/u,
  /\p{Script=Han}/u,
  /\p{Script=Hangul}/u,
];

/** Scripts that make up a twentieth of the letters each. */
function scriptsIn(letters: readonly string[]): number {
  return scripts.filter((script) => letters.filter((letter) => script.test(letter)).length > 0.05 * letters.length)
    .length;
}

/** One box for the glyphs of a run that are close together. */
function boxesOf(glyphs: readonly DrawnGlyph[]): readonly Box[] {
  const boxes: Box[] = [];
  for (const { box, style } of glyphs) {
    const last = boxes.at(-1);
    const near = last !== undefined && box.x0 - last.x1 < style.sizePt && last.x0 - box.x1 < style.sizePt;
    const level = last !== undefined && box.y0 < last.y1 && box.y1 > last.y0;
    if (last !== undefined && near && level) boxes[boxes.length - 1] = uniteBoxes([last, box]);
    else boxes.push(box);
  }
  return boxes;
}
