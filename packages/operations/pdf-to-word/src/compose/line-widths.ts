import { isBoldFace, standInOf } from '../analysis/font-names.ts';
import { leaderRun } from '../analysis/leader-run.ts';
import { tabGapIndexes } from '../analysis/paragraphs.ts';
import type { RunStyles } from '../analysis/run-styles.ts';
import { standardWidth } from '../analysis/standard-widths.ts';
import type { Fragment, ParagraphDraft } from '../analysis/types.ts';
import type { RunStyle } from '../document/types.ts';

/** A line as a word processor will set it. */
export interface LineWidth {
  /** With the fonts the document names, or what stands in for them. */
  readonly neededPt: number;
  readonly availablePt: number;
  readonly characters: number;
}

/** How wide each line of a paragraph will be, against the room it has. The first `skippedWords` belong to no line. */
export function lineWidths(draft: ParagraphDraft, skippedWords: number, runStyles: RunStyles): readonly LineWidth[] {
  const styles = new Map<object, RunStyle>();
  const styleOf = (style: Fragment['style']): RunStyle => {
    const known = styles.get(style) ?? runStyles.styleOf(style);
    styles.set(style, known);
    return known;
  };
  return draft.fragments.map((fragment, index) => {
    const lastTab = leaderRun(fragment)?.to ?? tabGapIndexes(fragment, index === 0).at(-1) ?? 0;
    const from = Math.max(index === 0 ? skippedWords : 0, lastTab);
    const words = fragment.words.slice(from);
    const [first] = words;
    let neededPt = 0;
    let characters = 0;
    words.forEach((word, position) => {
      const style = styleOf(word.style);
      for (const glyph of word.glyphs) {
        const observedPt = glyph.box.x1 - glyph.box.x0;
        neededPt += glyphWidth(glyph.text, glyph.style, style.fontName, observedPt);
      }
      const spaces = word.spaceAfter && position < words.length - 1 ? 1 : 0;
      neededPt += spaces * glyphWidth(' ', word.style, style.fontName, 0.25 * word.style.sizePt);
      neededPt += style.letterSpacingPt * (word.text.length + spaces);
      characters += word.text.length + spaces;
    });
    return { neededPt, availablePt: first === undefined ? 0 : roomFor(draft, first.box.x0, first.box.x1), characters };
  });
}

/** From where the line starts to where its paragraph ends. */
function roomFor(draft: ParagraphDraft, startX0: number, startX1: number): number {
  const { alignment, box, columnX0, columnX1, direction, fragments } = draft;
  if (alignment === 'center') return columnX1 - columnX0 - Math.abs(box.x0 + box.x1 - (columnX0 + columnX1));
  if (alignment === 'right' && direction === 'ltr') return box.x1 - columnX0;
  if (direction === 'rtl') return startX1 - columnX0;
  const isIndented = fragments.length >= 3 && columnX1 - box.x1 > 2 * (fragments[0]?.style.sizePt ?? 0);
  return (isIndented ? box.x1 + 1 : columnX1) - startX0;
}

function glyphWidth(text: string, style: Fragment['style'], family: string, observedPt: number): number {
  const bold = isBoldFace(style.font);
  const sizePt = Math.round(style.sizePt * 2) / 2;
  let widthPt = 0;
  for (const character of text) {
    const em = squareWidth(character, family) ?? standardWidth(standInOf(family), bold, plainLetter(character));
    if (em === null) return observedPt;
    widthPt += em * sizePt;
  }
  return widthPt;
}

/** East Asian letters fill a square in every face; the syllables of Hangul are a little narrower. */
function squareWidth(character: string, family: string): number | null {
  if (/[\uac00-\ud7a3]/.test(character)) return family === 'Times New Roman' ? 0.966 : 0.92;
  return /[\u22ef\u3000-\u30ff\u3400-\u9fff\uff01-\uff60]/.test(character) ? 1 : null;
}

function plainLetter(character: string): string {
  return character.normalize('NFD').charAt(0).replace(/[‘’]/, "'").replace(/–/, '0');
}
