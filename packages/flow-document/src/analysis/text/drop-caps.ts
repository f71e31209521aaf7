import { uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Glyph, Line, Page, Word } from '@platen/pdf-kit/page-model';

/** An initial is larger than the lines beside it by this factor. */
const initialFactor = 1.8;
/** Lines beside an initial begin this close to it, in em of theirs. */
const besideEm = 1.2;
/** Fewer words beside a large letter are a label. */
const minWords = 4;
/** A single-letter word has a space behind it, in em, where a broken one has not: where the words of the page do not tell. */
const spaceEm = 0.45;

/**
 * The page with each initial that is drawn over several lines as the first letter of its paragraph. Word knows initials as
 * frames of their own, which tear their words apart: whole words are worth more than the look of one letter.
 */
export function withDropCaps(page: Page): Page {
  const joined = new Map<Line, Line | null>();
  const caps = page.lines.filter(isInitial);
  const counts = wordCounts(caps.length === 0 ? [] : page.lines);
  for (const cap of caps) {
    const beside = page.lines.filter((line) => line !== cap && isBeside(line, cap));
    const [first, ...others] = beside.sort((one, other) => one.baseline - other.baseline);
    if (first === undefined || first.words.length < minWords || beside.some((line) => joined.has(line))) continue;
    joined.set(cap, null);
    joined.set(first, withInitial(first, cap, counts));
    for (const line of others) joined.set(line, startingAt(line, cap.box.x0));
  }
  if (joined.size === 0) return page;
  const lines = page.lines.flatMap((line) => {
    const changed = joined.get(line);
    return changed === undefined ? [line] : (changed ?? []);
  });
  return { ...page, lines };
}

function isInitial({ words, angle, direction }: Line): boolean {
  return angle === 0 && direction === 'ltr' && words.length === 1 && /^["“‘«]?\p{Lu}$/u.test(words[0]?.text ?? '');
}

/** Whether a line begins right of an initial, on its height. */
function isBeside({ box, style, angle }: Line, cap: Line): boolean {
  const { sizePt } = style;
  if (angle !== 0 || initialFactor * sizePt > cap.style.sizePt) return false;
  const gapPt = box.x0 - cap.box.x1;
  const middle = (box.y0 + box.y1) / 2;
  return middle > cap.box.y0 && middle < cap.box.y1 && gapPt > -0.3 * sizePt && gapPt < besideEm * sizePt;
}

const wordPattern = /[\p{L}'’]+/gu;

/** How often each word is on a page, in small letters. */
function wordCounts(lines: readonly Line[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of lines.flatMap(({ text }) => [...text.toLowerCase().matchAll(wordPattern)])) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Whether an initial is a word of its own: as the other words of the page tell, else the gap behind it. */
function isOwnWord(cap: Line, first: Word, counts: ReadonlyMap<string, number>): boolean {
  if (!/^[AIO]$/.test(cap.text)) return false;
  const [rest = ''] = first.text.toLowerCase().match(wordPattern) ?? [];
  if (counts.has(cap.text.toLowerCase() + rest)) return false;
  const isAlsoElsewhere = (counts.get(rest) ?? 0) > 1;
  return isAlsoElsewhere || first.box.x0 - cap.box.x1 > spaceEm * first.style.sizePt;
}

/** The line with the initial, as large as its letters are. */
function withInitial(line: Line, cap: Line, counts: ReadonlyMap<string, number>): Line {
  const [first, ...others] = line.words;
  if (first === undefined) return line;
  const { style, box } = first;
  const glyphs = cap.words.flatMap((word) =>
    word.glyphs.map((glyph): Glyph => {
      const at = { x0: glyph.box.x0, x1: glyph.box.x1, y0: box.y0, y1: box.y1 };
      return { ...glyph, style, risePt: 0, box: at, origin: { x: glyph.origin.x, y: line.baseline } };
    }),
  );
  const initial: Word = { ...first, text: cap.text, glyphs, box: uniteBoxes(glyphs.map((glyph) => glyph.box)) };
  const words = isOwnWord(cap, first, counts)
    ? [{ ...initial, spaceAfter: true }, ...line.words]
    : [{ ...joinedWord(initial, first), script: 'normal' as const }, ...others];
  return withWords(line, words);
}

function joinedWord(initial: Word, first: Word): Word {
  const glyphs = [...initial.glyphs, ...first.glyphs];
  return { ...first, text: initial.text + first.text, glyphs, box: uniteBoxes([initial.box, first.box]) };
}

/** The line as if it began where its paragraph does. */
function startingAt(line: Line, x0: number): Line {
  const [first, ...others] = line.words;
  return first === undefined ? line : withWords(line, [{ ...first, box: { ...first.box, x0 } }, ...others]);
}

function withWords(line: Line, words: readonly Word[]): Line {
  const text = words.map((word, index) => (word.spaceAfter && index < words.length - 1 ? `${word.text} ` : word.text));
  return { ...line, words, text: text.join(''), box: uniteBoxes(words.map(({ box }) => box)) };
}
