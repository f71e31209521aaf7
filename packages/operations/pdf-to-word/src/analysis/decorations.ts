import type { Box, Line, Page, Word } from '@platen/pdf-kit/page-model';
import { sharedArea, sharedHeight, sharedWidth } from './box.ts';
import type { WordDecoration } from './run-styles.ts';

/** Which words of a page are underlined, struck through or highlighted by what is drawn near them. */
export function findDecorations(page: Page, tables: readonly Box[]): (word: Word) => WordDecoration | undefined {
  const strokes = page.rules.filter(({ orientation, widthPt }) => orientation === 'horizontal' && widthPt <= 3);
  const fills = page.fills.filter(({ box, color }) => color !== '#ffffff' && box.y1 - box.y0 < 40);
  const decorations = new Map<Word, WordDecoration>();
  for (const line of page.lines) {
    if (line.angle !== 0) continue;
    const size = line.style.sizePt;
    const near = strokes.filter((rule) => rule.y0 > line.box.y0 && rule.y0 < line.baseline + 0.4 * size);
    const behind = fills.filter(({ box }) => isBehindLine(box, line.box, size));
    if (near.length === 0 && behind.length === 0) continue;
    for (const word of line.words) {
      const decoration = decorationOf(word, line, near, behind, tables);
      if (decoration !== null) decorations.set(word, decoration);
    }
  }
  return (word) => decorations.get(word);
}

function decorationOf(
  word: Word,
  line: Line,
  rules: Page['rules'],
  fills: Page['fills'],
  tables: readonly Box[],
): WordDecoration | null {
  const { baseline } = line;
  const size = word.style.sizePt;
  const across = rules.filter((rule) => coversWord(rule, word) && endsWithWords(rule, line));
  const isUnder = (y: number) => y >= baseline - 0.02 * size && y <= baseline + 0.3 * size;
  const isThrough = (y: number) => y < baseline - 0.15 * size && y > baseline - 0.5 * size;
  const underline = across.some((rule) => isUnder(rule.y0));
  const strike = word.script === 'normal' && across.some((rule) => isThrough(rule.y0));
  const fill = fills.findLast(({ box }) => sharedArea(box, word.box) > 0.6 * wordArea(word));
  const inTable = tables.some((table) => sharedArea(table, word.box) > 0);
  const highlight = fill === undefined || inTable ? null : fill.color;
  return underline || strike || highlight !== null ? { underline, strike, highlight } : null;
}

function coversWord(rule: Page['rules'][number], { box }: Word): boolean {
  const shared = sharedWidth(rule, box);
  return shared > 0.7 * (box.x1 - box.x0);
}

/** An underline begins and ends with words; a rule between paragraphs or of a table does not. */
function endsWithWords({ x0, x1 }: Page['rules'][number], { words, style }: Line): boolean {
  const tolerance = 0.25 * style.sizePt;
  const begins = words.some(({ box }) => Math.abs(box.x0 - x0) < tolerance);
  return begins && words.some(({ box }) => box.x1 - x1 < tolerance && x1 - box.x1 < 3 * tolerance);
}

/** About as high as the line: a mark of the text and not a panel it stands on. */
function isBehindLine(fill: Box, line: Box, sizePt: number): boolean {
  const shared = sharedHeight(fill, line);
  return shared > 0.6 * (line.y1 - line.y0) && fill.y1 - fill.y0 < 1.9 * sizePt;
}

function wordArea({ box }: Word): number {
  return (box.x1 - box.x0) * (box.y1 - box.y0);
}
