import { containsMiddle, growBox } from '../page-model/box.ts';
import { textOf } from '../page-model/text/line-words.ts';
import type { RecognizedLine } from '../page-model/text/recognized-line.ts';
import type { Glyph, Line, Page, Word } from '../page-model/types.ts';
import { onlyIn, type ReadableTextSources } from './readable-text.ts';

/** So many words are read for each outline: more say the same. */
const maxWords = 8;
/** Words recognised with less confidence than this are guesses. */
const leastConfidence = 0.5;
/** The map to Unicode is corrected where so many readings, and this share of them, agree on another character. */
const [leastReadings, agreedShare] = [2, 0.75];

/** What an outline shows: its character, another one, or something that the readings do not agree on. */
type Finding = { readonly kind: 'as mapped' | 'doubtful' } | { readonly kind: 'other'; readonly text: string };

/**
 * Checks the characters that a font draws by several outlines against the picture of the page: it has two kinds of
 * figures or its map to Unicode is wrong. What was found of an outline holds for all pages.
 */
export function createGlyphCheck({ draw, recognize, warn }: ReadableTextSources): (page: Page) => Promise<Page> {
  const findings = new Map<string, Finding>();

  async function read(page: Page): Promise<void> {
    const words = wordsToRead(page, findings);
    const raster = words.length === 0 || recognize === null ? null : await draw(page);
    if (raster === null || recognize === null) return;
    const boxes = words.map(({ box }) => growBox(box, 2));
    const lines = await recognize(onlyIn(raster, boxes));
    const readings = [...readingsOf(words, lines)];
    const first = readings.map(([key, own]) => findingOf(key, own, page, leastReadings));
    // A map that is wrong elsewhere needs no second reading.
    const isWrong = first.some(({ kind }) => kind === 'other');
    // Nor is there reason to trust it for an outline that could not be read.
    if (isWrong) for (const key of keysOf(words)) findings.set(key, { kind: 'doubtful' });
    readings.forEach(([key, own], index) => {
      const finding = isWrong ? findingOf(key, own, page, 1) : first[index];
      if (finding !== undefined) findings.set(key, finding);
    });
  }

  return async (page) => {
    await read(page);
    const found = page.lines.flatMap(({ words }) =>
      words.flatMap(({ glyphs }) =>
        glyphs.flatMap((glyph) => {
          const finding = findings.get(keyOf(glyph));
          return finding === undefined || finding.kind === 'as mapped' ? [] : [finding.kind];
        }),
      ),
    );
    if (found.length === 0) return page;
    const done = found.includes('doubtful')
      ? 'some characters may be wrong'
      : 'the characters were read from the shapes of the glyphs';
    warn('TEXT_DOUBTFUL', `Fonts of page ${page.number} map different glyphs to one character; ${done}`);
    const lines = page.lines.map((line) => corrected(line, findings));
    return { ...page, lines, drawnText: correctedText(page, lines) };
  };
}

/** What the page draws, with the corrected words in place of the wrong ones. */
function correctedText({ drawnText, lines }: Page, corrected: readonly Line[]): string {
  const pairs = lines.flatMap((line, index) =>
    line.words.flatMap((word, place) => {
      const own = corrected[index]?.words[place]?.text ?? word.text;
      return own === word.text ? [] : [[word.text, own] as const];
    }),
  );
  return pairs.reduce((text, [wrong, right]) => text.replace(wrong, right), drawnText);
}

function keyOf({ text, variant }: Glyph): string {
  return variant === undefined ? '' : `${text} ${variant}`;
}

/** The outlines of characters that a font draws by several of them. */
function keysOf(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ glyphs }) => glyphs.map(keyOf).filter((key) => key !== ''));
}

/** Words with outlines that nothing is known of. */
function wordsToRead(page: Page, findings: ReadonlyMap<string, Finding>): readonly Word[] {
  const counts = new Map<string, number>();
  return page.lines.flatMap(({ words, angle }) =>
    words.filter((word) => {
      const keys = keysOf([word]).filter((key) => !findings.has(key));
      const isWanted = angle === 0 && keys.some((key) => (counts.get(key) ?? 0) < maxWords);
      if (isWanted) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
      return isWanted;
    }),
  );
}

/** The characters that each outline was read as, where a word was read with as many characters as it has glyphs. */
function readingsOf(words: readonly Word[], lines: readonly RecognizedLine[]): ReadonlyMap<string, readonly string[]> {
  const recognized = lines.flatMap((line) => line.words).filter(({ confidence }) => confidence >= leastConfidence);
  const readings = new Map<string, string[]>();
  for (const { box, glyphs } of words) {
    const characters = [
      ...recognized
        .filter((word) => containsMiddle(growBox(box, 1), word.box))
        .map(({ text }) => text)
        .join(''),
    ];
    if (characters.length !== glyphs.length) continue;
    glyphs.forEach((glyph, index) => {
      const key = keyOf(glyph);
      const own = readings.get(key) ?? [];
      if (key !== '') readings.set(key, own);
      own.push(characters[index] ?? '');
    });
  }
  return readings;
}

/**
 * Another character counts where the font has it under no other outline: small capitals, old-style figures and letters
 * that are easily confused are as mapped.
 */
function findingOf(key: string, readings: readonly string[], page: Page, least: number): Finding {
  const mapped = key.slice(0, key.indexOf(' '));
  const counts = [...Map.groupBy(readings, (reading) => reading)].sort((a, b) => b[1].length - a[1].length);
  const [text, agreed] = counts[0] ?? [mapped, readings];
  if (isSame(text, mapped)) return { kind: 'as mapped' };
  const isKnown = /\d/.test(text) === /\d/.test(mapped) && /^[\p{L}\d]$/u.test(text);
  if (!isKnown || drawsUnderOwnName(page, text, key)) return { kind: 'as mapped' };
  const isAgreed = agreed.length >= least && agreed.length >= agreedShare * readings.length;
  return isAgreed ? { kind: 'other', text } : { kind: 'doubtful' };
}

/** Small capitals are capitals in a picture, and a reader of it often drops the accents of these. */
function isSame(a: string, b: string): boolean {
  const plain = (character: string) => character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain(a) === plain(b);
}

/** Whether the fonts with an outline have a character under that character too. */
function drawsUnderOwnName(page: Page, character: string, key: string): boolean {
  const glyphs = page.lines.flatMap(({ words }) => words.flatMap((word) => word.glyphs));
  const fonts = new Set(glyphs.filter((glyph) => keyOf(glyph) === key).map(({ style }) => style.font));
  return glyphs.some(({ text, style }) => text === character && fonts.has(style.font));
}

function corrected(line: Line, findings: ReadonlyMap<string, Finding>): Line {
  const words = line.words.map((word): Word => {
    if (word.glyphs.every(({ variant }) => variant === undefined)) return word;
    const glyphs = word.glyphs.map((glyph) => {
      const finding = findings.get(keyOf(glyph));
      return finding?.kind === 'other' ? { ...glyph, text: finding.text } : glyph;
    });
    return { ...word, glyphs, text: glyphs.map(({ text }) => text).join('') };
  });
  return words.every((word, index) => word === line.words[index]) ? line : { ...line, words, text: textOf(words) };
}
