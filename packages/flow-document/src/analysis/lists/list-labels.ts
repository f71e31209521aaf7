import { romanValue } from '../roman-value.ts';
import { gapBetween } from '../text/fragments.ts';
import type { Fragment, LabelReading, ListLabel } from '../types.ts';

const bulletCharacters = '•●○◦‣⁃∙▪▫■□◆◇►▶▸➢➤➔➜✓✔✗✘❖★☐☒☑◾◼⬤·\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf0a8\uf06e\uf02d\uf0be';
/** Marks that are also punctuation or signs of formulas: a bullet only where several follow each other. */
const dashCharacters = '-–—*o»›√→⇒';

const bulletPattern = new RegExp(`^[${bulletCharacters}]$`, 'u');
const dashPattern = new RegExp(`^[${dashCharacters}]$`, 'u');
/** Levels before the last are part of what is around the number: `2.` and `.` around the 3 of `2.3.` */
const numberPattern = /^(\(?(?:\d{1,2}\.){0,4})((?:\d{1,3}|[ivxlcdm]{1,6}|[IVXLCDM]{1,6}|[a-z]|[A-Z]))([.):]|\.\)|)$/;
/** The entries of a bibliography. */
const bracketedPattern = /^(\[)(\d{1,3})(\])$/;
/** Labels of Chinese and Japanese: `1、`, `一、`, `（一）`, `(2)`, `①`. */
const eastAsianPattern = /^([（(]?)(\d{1,2}|[一二三四五六七八九十]{1,3})([、．）)])$|^[①-⑳]$/u;

/** The mark a line begins with, if it may be that of a list item. Whether it is one shows among its neighbours. */
export function readLabel({ words, direction }: Pick<Fragment, 'words' | 'direction'>): ListLabel | null {
  const [first, second] = words;
  if (first === undefined || second === undefined || first.script !== 'normal') return null;
  const text = direction === 'rtl' ? inReadingOrder(first.text.trim()) : first.text.trim();
  if (bulletPattern.test(text) || (first.style.font.symbolic && isSymbol(text))) {
    return { kind: 'bullet', text, wordCount: 1, prefix: '', suffix: '', readings: [] };
  }
  if (dashPattern.test(text) && gapBetween(first, second) > 0.2 * first.style.sizePt) {
    return { kind: 'bullet', text, wordCount: 1, prefix: '', suffix: '', readings: [] };
  }
  return labelOf(text);
}

/** One sign; Greek letters of a symbol font are those of a formula. */
function isSymbol(text: string): boolean {
  return [...text].length === 1 && !/\p{Script=Greek}/u.test(text);
}

/** The number or letter that a word is, if it may label an item. */
export function labelOf(text: string): ListLabel | null {
  const number = numberPattern.exec(text);
  const isMarked = number !== null && (number[3] !== '' || number[1]?.includes('.') === true);
  const match = isMarked ? number : (bracketedPattern.exec(text) ?? eastAsianPattern.exec(text));
  if (match === null) return null;
  const [, prefix = '', counter = text, suffix = ''] = match;
  return { kind: 'number', text, wordCount: 1, prefix, suffix, readings: readCounter(counter) };
}

/** In right-to-left text the mark after a number is left of it, and is read from the page before it. */
function inReadingOrder(label: string): string {
  return label.replace(/^([.):]|\.\))([\p{L}\p{N}.]+)$/u, '$2$1');
}

/** Whether a bullet is also a punctuation mark, and so needs more evidence. */
export function isDoubtfulBullet(label: ListLabel): boolean {
  return label.kind === 'bullet' && dashPattern.test(label.text);
}

/** What a label counts when it continues from another: the reading in which it is the next. */
export function continues(previous: ListLabel, next: ListLabel): LabelReading | null {
  if (previous.prefix !== next.prefix || previous.suffix !== next.suffix) return null;
  for (const before of previous.readings) {
    const after = next.readings.find(({ format, value }) => format === before.format && value === before.value + 1);
    if (after !== undefined) return after;
  }
  return null;
}

/** What a number or letter may count; nothing when it is neither. */
export function readCounter(counter: string): readonly LabelReading[] {
  if (/^\d+$/.test(counter)) return [{ format: 'decimal', value: Number(counter) }];
  if (/^[①-⑳]$/u.test(counter)) return [{ format: 'circled', value: Number(counter.normalize('NFKC')) }];
  if (/^\p{Script=Han}+$/u.test(counter)) return [{ format: 'chinese', value: chineseValue(counter) }];
  const lower = counter === counter.toLowerCase();
  const readings: LabelReading[] = [];
  if (counter.length === 1) {
    const value = counter.toLowerCase().charCodeAt(0) - 96;
    readings.push({ format: lower ? 'lower-letter' : 'upper-letter', value });
  }
  const roman = romanValue(counter);
  if (roman !== null && roman < longestRomanCount)
    readings.push({ format: lower ? 'lower-roman' : 'upper-roman', value: roman });
  return readings;
}

/** Up to 99: `三` is 3, `十三` is 13, `三十` is 30. */
function chineseValue(numeral: string): number {
  const digit = (text: string) => '〇一二三四五六七八九'.indexOf(text);
  const [tens, ones] = numeral.split('十') as [string, string?];
  if (ones === undefined) return digit(tens);
  return 10 * (tens === '' ? 1 : digit(tens)) + (ones === '' ? 0 : digit(ones));
}

/** A list that counts further in roman numerals is one of words made of their letters. */
const longestRomanCount = 200;

/** What a first label counts: a lone `i` or `I` begins a roman count, another letter one of letters. */
export function firstReading(readings: readonly LabelReading[]): LabelReading | null {
  return readings.find(({ format, value }) => format.endsWith('roman') && value === 1) ?? readings[0] ?? null;
}
