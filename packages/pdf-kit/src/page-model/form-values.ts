import { standardWidth } from '../fonts/standard-widths.ts';
import { boxHeight, boxWidth, containsMiddle, uniteBoxes } from './box.ts';
import { textOf, withoutWords } from './text/line-words.ts';
import type { RecognizedLine } from './text/recognized-line.ts';
import { withRecognizedText } from './text/recognized-text.ts';
import type { Box, FormValue, Line, Page, Word } from './types.ts';

/** The size of values and signs that have no text beside them. */
const usualSizePt = 10;
const [leastSizePt, sizeStepPt] = [4, 0.5];
/** From one row of a value to the next, in em, and from the edge of the field to its text, in points. */
const [rowEm, insetPt] = [1.2, 2];
const ascentEm = 0.8;
/** Higher fields, in em, have room for several rows: their text begins at the top. */
const blockEm = 2.5;
/** The characters for a box or button that is off, and for one that is on. A white circle is half as large in most fonts. */
const signs: Partial<Record<FormValue['kind'], readonly [string, string]>> = {
  checkbox: ['☐', '☒'],
  radio: ['◯', '◉'],
};
/** Boxes and circles printed at a field, including their codes in symbol fonts. */
const printedSign = /[\u25a0-\u25ff\u2610-\u2612\u274f-\u2752\u2b1c\uf000-\uf0ff]/;
/** The width of a space in Arial, in which values are set, and of letters whose width is not known, in em. */
const [spaceEm, otherLetterEm] = [0.278, 0.6];
/** A field is on the line whose baseline is this close to its own, in em. */
const sameLineEm = 0.5;

/**
 * The page with the values of its form as text, and its check boxes as characters. A value that its field truncates is
 * complete, and the letters of a comb field without cells form one word.
 */
export function withFormValues(page: Page): Page {
  const cutOff = page.formValues.filter(({ isShown }) => !isShown).flatMap((value) => continuationsOf(value, page));
  const isContinued = (value: FormValue) => cutOff.some((continuation) => continuation.value === value);
  const unshown = page.formValues.filter((value) => !value.isShown && !isContinued(value));
  const rows = unshown.flatMap((value) => rowsOf(value, page));
  const combs = page.formValues.filter(({ isShown, isComb, box }) => isShown && isComb && !hasCells(box, page));
  if (cutOff.length === 0 && rows.length === 0 && combs.length === 0) return page;
  const own = page.lines
    .map((line) => withContinuations(line, cutOff))
    .flatMap((line) => withoutWords(line, (word) => unshown.some((value) => isPartOf(word, value))))
    .map((line) => withJoinedCombs(line, combs));
  return { ...page, lines: [...own, ...withRecognizedText(page, rows).lines.map(typed)] };
}

/** A line of text that was not recognised. */
function typed(line: Line): Line {
  return { ...line, words: line.words.map((word) => ({ ...word, confidence: null })) };
}

function isPartOf({ text, box: own }: Word, { box, value, checked }: FormValue): boolean {
  return checked === null && containsMiddle(box, own) && value.includes(text);
}

/** The truncated rest of a value, after the last word that its field shows. */
interface Continuation {
  readonly value: FormValue;
  readonly last: Word;
  readonly text: string;
}

/** Empty if the field does not show the beginning of its value: it shows nothing, or was scrolled. */
function continuationsOf(value: FormValue, { lines }: Page): readonly Continuation[] {
  const shown = lines.flatMap(({ words }) => words.filter((word) => isPartOf(word, value)));
  const last = shown.at(-1);
  const letters = shown.map(({ text }) => text.replace(/\s/g, '')).join('');
  const ends = [...value.value.matchAll(/\S/g)].map(({ index }) => index + 1);
  const end = ends[letters.length - 1];
  if (last === undefined || end === undefined) return [];
  if (value.value.slice(0, end).replace(/\s/g, '') !== letters) return [];
  return [{ value, last, text: value.value.slice(end).trimEnd() }];
}

/**
 * Appends the truncated rest of values as words of zero width, in the font and size of the word before them: the
 * paragraph includes them, while the page is laid out as it is drawn.
 */
function withContinuations(line: Line, continuations: readonly Continuation[]): Line {
  const words = line.words.flatMap((word) => {
    const text = continuations.find(({ last }) => last === word)?.text;
    return text === undefined ? [word] : continueWord(word, text);
  });
  return words.every((word, index) => word === line.words[index]) ? line : { ...line, words, text: textOf(words) };
}

function continueWord(word: Word, text: string): readonly Word[] {
  // A line break in the value is kept in the document.
  const [rest = '', ...others] = text.replace(/\s*(?:\r\n?|\n)\s*/g, ' \n').split(/[^\S\n]+/);
  const box = { ...word.box, x0: word.box.x1 };
  const glyphs = word.glyphs.slice(-1).map((glyph) => ({ ...glyph, box, origin: { ...glyph.origin, x: box.x0 } }));
  const unseen = (letters: string) => glyphs.map((glyph) => ({ ...glyph, text: letters }));
  const first = { ...word, text: word.text + rest, glyphs: [...word.glyphs, ...(rest === '' ? [] : unseen(rest))] };
  return [
    { ...first, spaceAfter: true },
    ...others.map((letters) => ({ ...word, text: letters, box, glyphs: unseen(letters), spaceAfter: true })),
  ];
}

/** Whether a field is divided by rules: its letters are in cells, as those of a table. */
function hasCells(box: Box, { rules }: Page): boolean {
  return rules.some(
    ({ orientation, x0, y0, y1 }) =>
      orientation === 'vertical' && x0 > box.x0 + insetPt && x0 < box.x1 - insetPt && y0 < box.y1 && y1 > box.y0,
  );
}

function withJoinedCombs(line: Line, combs: readonly FormValue[]): Line {
  const words: Word[] = [];
  let joined: FormValue | undefined;
  for (const word of line.words) {
    const comb = combs.find((value) => isPartOf(word, value));
    const last = words.at(-1);
    if (last === undefined || comb === undefined || comb !== joined) words.push(word);
    else words[words.length - 1] = joinWords(last, word);
    joined = comb;
  }
  return words.length === line.words.length ? line : { ...line, words, text: textOf(words) };
}

function joinWords(first: Word, second: Word): Word {
  const box = uniteBoxes([first.box, second.box]);
  return { ...second, text: first.text + second.text, glyphs: [...first.glyphs, ...second.glyphs], box };
}

function rowsOf({ box, kind, value, checked }: FormValue, page: Page): readonly RecognizedLine[] {
  const sign = signs[kind]?.[checked === true ? 1 : 0];
  const text = sign ?? value;
  if (text === '' || kind === 'button' || kind === 'signature') return [];
  if (sign !== undefined && checked !== true && hasPrintedSign(box, page)) return [];
  const isBlock = /[\r\n]/.test(text) || boxHeight(box) > blockEm * usualSizePt;
  const beside = lineBeside(box, isBlock ? box.y0 + usualSizePt : (box.y0 + box.y1) / 2 + 0.3 * usualSizePt, page);
  const largestPt = Math.min(beside?.style.sizePt ?? usualSizePt, boxHeight(box) / rowEm);
  const { rows, sizePt } = fitRows(text, box, largestPt);
  const isCentred = !isBlock && rows.length === 1;
  const top = isCentred ? (box.y0 + box.y1) / 2 - sizePt / 2 : box.y0 + insetPt;
  const first = (isBlock || isCentred ? beside?.baseline : undefined) ?? top + ascentEm * sizePt;
  const pitchPt = Math.min(rowEm * sizePt, (box.y1 - first + ascentEm * sizePt) / rows.length);
  return rows.map((row, index) => {
    const baseline = first + index * pitchPt;
    return { words: wordsOf(row, box.x0 + insetPt, baseline - ascentEm * sizePt, sizePt), baseline, sizePt };
  });
}

/** The rows of a text in a box, in the largest size in which it fits. */
function fitRows(
  text: string,
  box: Box,
  largestPt: number,
): { readonly rows: readonly string[]; readonly sizePt: number } {
  const paragraphs = text.split(/\r\n?|\n/).filter((row) => row.trim() !== '');
  let sizePt = Math.max(leastSizePt, largestPt);
  for (;;) {
    const rows = paragraphs.flatMap((paragraph) => wrap(paragraph, boxWidth(box) - 2 * insetPt, sizePt));
    if (sizePt <= leastSizePt || rows.length === 1 || rows.length * rowEm * sizePt <= boxHeight(box) - insetPt)
      return { rows, sizePt };
    sizePt = Math.max(leastSizePt, sizePt - sizeStepPt);
  }
}

function wrap(text: string, widthPt: number, sizePt: number): readonly string[] {
  const rows: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const longer = `${rows.at(-1) ?? ''} ${word}`.trimStart();
    if (rows.length > 0 && widthEm(longer) * sizePt <= widthPt) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

/** Whether the box of a field that is off is printed on the page. */
function hasPrintedSign(box: Box, { lines }: Page): boolean {
  return lines.some(({ words }) =>
    words.some(({ glyphs }) => glyphs.some((glyph) => printedSign.test(glyph.text) && containsMiddle(box, glyph.box))),
  );
}

/** The nearest text on the line that the first row of a field is on, by about where its baseline is. */
function lineBeside(box: Box, baseline: number, { lines }: Page): Line | undefined {
  const beside = lines.filter(
    ({ angle, baseline: own, style }) => angle === 0 && Math.abs(own - baseline) < sameLineEm * style.sizePt,
  );
  const gapTo = ({ box: own }: Line) => Math.max(own.x0 - box.x1, box.x0 - own.x1);
  return beside.sort((first, second) => gapTo(first) - gapTo(second))[0];
}

function wordsOf(row: string, startX: number, y0: number, sizePt: number) {
  let x0 = startX;
  return row
    .trim()
    .split(/\s+/)
    .map((text) => {
      const x1 = x0 + widthEm(text) * sizePt;
      const word = { text, confidence: 1, box: { x0, y0, x1, y1: y0 + 0.9 * sizePt } };
      x0 = x1 + spaceEm * sizePt;
      return word;
    });
}

function widthEm(text: string): number {
  return [...text].reduce((total, letter) => total + (standardWidth('Arial', false, letter) ?? otherLetterEm), 0);
}
