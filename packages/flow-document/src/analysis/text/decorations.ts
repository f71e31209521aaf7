import { boxArea, sharedArea, sharedHeight } from '@platen/pdf-kit/geometry';
import type { Box, Glyph, Line, Page, Word } from '@platen/pdf-kit/page-model';
import { hasEastAsian } from './east-asian.ts';
import type { WordDecoration } from './run-styles.ts';

type Rule = Page['rules'][number];

/** What is drawn around a letter; undefined for a plain one. Equal decorations are one object. */
export type DecorationOf = (glyph: Glyph) => WordDecoration | undefined;

/** Which letters of a page are underlined, struck through or highlighted by what is drawn near them. */
export function findDecorations(page: Page, tables: readonly Box[]): DecorationOf {
  const strokes = page.rules.filter(({ orientation, widthPt }) => orientation === 'horizontal' && widthPt <= 3);
  const fills = page.fills.filter(({ box, color }) => color !== '#ffffff' && box.y1 - box.y0 < 40);
  const intern = createInterner();
  const decorations = new Map<Glyph, WordDecoration>();
  for (const line of page.lines) {
    if (line.angle !== 0) continue;
    const size = line.style.sizePt;
    const near = strokes.filter((rule) => rule.y0 > line.box.y0 && rule.y0 < line.baseline + 0.4 * size);
    const across = near.filter((rule) => endsWithWords(rule, line));
    const behind = fills.filter(({ box }) => isBehindLine(box, line.box, size));
    if (across.length === 0 && behind.length === 0) continue;
    for (const word of line.words) {
      const highlight = highlightOf(word, behind, tables);
      for (const glyph of word.glyphs) {
        const decoration = { ...linesAt(glyph, word, line, across), highlight };
        if (decoration.underline || decoration.strike || highlight !== null) decorations.set(glyph, intern(decoration));
      }
    }
  }
  return (glyph) => decorations.get(glyph);
}

function createInterner() {
  const known = new Map<string, WordDecoration>();
  return (decoration: WordDecoration): WordDecoration => {
    const key = `${decoration.underline} ${decoration.strike} ${decoration.highlight}`;
    const same = known.get(key) ?? decoration;
    known.set(key, same);
    return same;
  };
}

function linesAt({ box }: Glyph, word: Word, { baseline }: Line, rules: readonly Rule[]) {
  const size = word.style.sizePt;
  const middle = (box.x0 + box.x1) / 2;
  const heights = rules.filter(({ x0, x1 }) => x0 <= middle && middle <= x1).map(({ y0 }) => y0);
  return {
    underline: heights.some((y) => y >= baseline - 0.02 * size && y <= baseline + 0.3 * size),
    strike: word.script === 'normal' && heights.some((y) => y < baseline - 0.15 * size && y > baseline - 0.5 * size),
  };
}

function highlightOf(word: Word, fills: Page['fills'], tables: readonly Box[]): string | null {
  const fill = fills.findLast(({ box }) => sharedArea(box, word.box) > 0.6 * boxArea(word.box));
  const inTable = tables.some((table) => sharedArea(table, word.box) > 0);
  return fill === undefined || inTable ? null : fill.color;
}

/** An underline begins and ends with words; a rule between paragraphs or of a table does not. */
function endsWithWords({ x0, x1 }: Rule, { words, style }: Line): boolean {
  const tolerance = 0.25 * style.sizePt;
  const extents = words.flatMap(extentsOf);
  const begins = extents.some((extent) => Math.abs(extent.x0 - x0) < tolerance);
  return begins && extents.some((extent) => extent.x1 - x1 < tolerance && x1 - extent.x1 < 3 * tolerance);
}

type Extent = Pick<Box, 'x0' | 'x1'>;

/**
 * A word with the marks around it, and without: a line under it may spare those. Text of East Asia knows no words: a line
 * may begin and end with any of its letters, and with what is among them.
 */
function extentsOf({ box, glyphs }: Word): readonly Extent[] {
  const letters = glyphs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (letters.some(({ text }) => hasEastAsian(text))) return glyphs.flatMap(partExtents);
  return letters.length === 0 || letters.length === glyphs.length ? [box] : [box, extentOf(letters)];
}

/** The extent of a letter of East Asia, and of other letters in a row from the first of them. */
function partExtents(glyph: Glyph, index: number, glyphs: readonly Glyph[]): readonly Extent[] {
  if (hasEastAsian(glyph.text)) return [glyph.box];
  const before = glyphs[index - 1];
  if (before !== undefined && !hasEastAsian(before.text)) return [];
  const rest = glyphs.slice(index);
  const end = rest.findIndex(({ text }) => hasEastAsian(text));
  return [extentOf(end === -1 ? rest : rest.slice(0, end))];
}

function extentOf(glyphs: readonly Glyph[]): Extent {
  return {
    x0: Math.min(...glyphs.map(({ box }) => box.x0)),
    x1: Math.max(...glyphs.map(({ box }) => box.x1)),
  };
}

/** About as high as the line: a mark of the text and not a panel it is on. */
function isBehindLine(fill: Box, line: Box, sizePt: number): boolean {
  const shared = sharedHeight(fill, line);
  return shared > 0.6 * (line.y1 - line.y0) && fill.y1 - fill.y0 < 1.9 * sizePt;
}
