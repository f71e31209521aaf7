import { standardWidth } from '@platen/pdf-kit/fonts';
import { type Glyph, isNoBreak, type Word } from '@platen/pdf-kit/page-model';
import { isBoldFace } from '../analysis/fonts/font-faces.ts';
import { standInOf } from '../analysis/fonts/stand-ins.ts';
import { endsWithEastAsian, isHangulSyllable, isSquareCharacter } from '../analysis/text/east-asian.ts';
import { leaderRun } from '../analysis/text/leader-run.ts';
import { endsWithHyphen, type Hyphenation, isBrokenWord } from '../analysis/text/line-joints.ts';
import { type RunStyles, runSizePt } from '../analysis/text/run-styles.ts';
import { tabGapIndexes } from '../analysis/text/tab-gaps.ts';
import { trackingOf } from '../analysis/text/tracking.ts';
import { spacesAfter } from '../analysis/text/word-gaps.ts';
import type { Fragment, ParagraphDraft } from '../analysis/types.ts';
import type { RunStyle } from '../model/formats.ts';
import { endIndent } from './end-indent.ts';

/** An unbreakable piece: a word, a part of it up to a hyphen, or an East Asian character. */
export interface Piece {
  readonly widthPt: number;
  readonly characters: number;
  /** The space behind it; nothing inside a word. */
  readonly spacePt: number;
  /** The hyphen at its end that shows only where a line ends; nothing for others. */
  readonly hyphenPt: number;
}

/** A line as a word processor will set it, with the fonts the document names or what stands in for them. */
export interface LineWidth {
  readonly pieces: readonly Piece[];
  readonly neededPt: number;
  readonly availablePt: number;
  readonly characters: number;
  /** What the author put between its letters, in points, which its pieces have. */
  readonly trackingPt: number;
  /** Whether the author ended the line: nothing may move up from the next one. */
  readonly endsByHand?: boolean;
}

/** How wide each line of a paragraph will be, against the room it has. The first `skippedWords` belong to no line. */
export function lineWidths(
  draft: ParagraphDraft,
  skippedWords: number,
  { runStyles, hyphenation }: { readonly runStyles: RunStyles; readonly hyphenation: Hyphenation },
): readonly LineWidth[] {
  const { styleOf } = runStyles;
  return draft.fragments.map((fragment, index) => {
    const trackingPt = trackingOf(fragment);
    const lastTab = leaderRun(fragment)?.to ?? tabGapIndexes(fragment, index === 0).at(-1) ?? 0;
    const words = fragment.words
      .slice(Math.max(index === 0 ? skippedWords : 0, lastTab))
      .filter((word) => word.glyphs.some(takesRoom));
    const [first] = words;
    const pieces: Piece[] = [];
    words.forEach((word, position) => {
      const isLast = position === words.length - 1;
      const endsOpen = isLast ? !endsWithHyphen(word.text) : word.spaceAfter;
      const [start, ...rest] = piecesOf(
        word,
        tracked(styleOf(word.style), trackingPt),
        endsOpen ? spacesAfter(word).length : 0,
      );
      const before = words[position - 1];
      const held = before !== undefined && isNoBreak(before.typedSpaces ?? '') ? pieces.pop() : undefined;
      if (start !== undefined) pieces.push(held === undefined ? start : joinPieces(held, start), ...rest);
    });
    const [lastWord, nextWord] = [words.at(-1), draft.fragments[index + 1]?.words[0]];
    const lastPiece = pieces.at(-1);
    if (lastWord !== undefined && lastPiece !== undefined && nextWord !== undefined) {
      const isBroken = isBrokenWord(lastWord.text, nextWord.text, hyphenation);
      if (isBroken)
        pieces[pieces.length - 1] = { ...lastPiece, hyphenPt: hyphenWidth(lastWord, styleOf(lastWord.style)) };
    }
    const availablePt = first === undefined ? 0 : roomFor(draft, first.box.x0, first.box.x1);
    const line = lineWidth(pieces, availablePt, trackingPt);
    // What is after a tab is short, or set against the tab: it does not break.
    return lastTab === 0
      ? line
      : { ...line, pieces: [{ widthPt: line.neededPt, characters: line.characters, spacePt: 0, hyphenPt: 0 }] };
  });
}

/** The line of these pieces; the space behind the last one does not count. */
export function lineWidth(pieces: readonly Piece[], availablePt: number, trackingPt = 0): LineWidth {
  const ends = pieces.length - 1;
  return {
    pieces,
    neededPt: pieces.reduce((sum, { widthPt, spacePt }, index) => sum + widthPt + (index < ends ? spacePt : 0), 0),
    availablePt,
    trackingPt,
    characters: pieces.reduce(
      (sum, { characters, spacePt }, index) => sum + characters + (index < ends && spacePt > 0 ? 1 : 0),
      0,
    ),
  };
}

function tracked(style: RunStyle, trackingPt: number): RunStyle {
  return trackingPt === 0 ? style : { ...style, letterSpacingPt: style.letterSpacingPt + trackingPt };
}

/** Two pieces that only a no-break space parts. */
function joinPieces(first: Piece, second: Piece): Piece {
  const widthPt = first.widthPt + first.spacePt + second.widthPt;
  return { widthPt, characters: first.characters + 1 + second.characters, spacePt: second.spacePt, hyphenPt: 0 };
}

const hyphenOrDashEnd = /[-\u2010\u2013\u2014]$/;

function piecesOf(word: Word, style: RunStyle, spaces: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let [widthPt, characters] = [0, 0];
  const endPiece = (spacePt: number) => {
    pieces.push({ widthPt: widthPt + style.letterSpacingPt * characters, characters, spacePt, hyphenPt: 0 });
    [widthPt, characters] = [0, 0];
  };
  let previous = '';
  for (const glyph of word.glyphs.filter(takesRoom)) {
    if (hyphenOrDashEnd.test(previous) || endsWithEastAsian(previous)) endPiece(0);
    previous = glyph.text;
    widthPt += glyphWidth(glyph.text, glyph.style, style, glyph.box.x1 - glyph.box.x0);
    characters += glyph.text.length;
  }
  const space = glyphWidth(' ', word.style, style, 0.25 * word.style.sizePt) + style.letterSpacingPt;
  endPiece(spaces * space);
  return pieces;
}

/** Not what a form field cuts off: it is behind the line, and no part of it. */
function takesRoom({ box }: Glyph): boolean {
  return box.x1 > box.x0;
}

/** The hyphen that breaks a word. */
function hyphenWidth({ glyphs }: Word, style: RunStyle): number {
  const glyph = glyphs.at(-1);
  return glyph === undefined ? 0 : glyphWidth('-', glyph.style, style, glyph.box.x1 - glyph.box.x0);
}

/** From where the line starts to where its paragraph ends. */
function roomFor(draft: ParagraphDraft, startX0: number, startX1: number): number {
  const { alignment, box, columnX0, columnX1, direction } = draft;
  if (alignment === 'center') return columnX1 - columnX0 - Math.abs(box.x0 + box.x1 - (columnX0 + columnX1));
  if (alignment === 'right' && direction === 'ltr') return Math.min(box.x1, columnX1) - columnX0;
  if (direction === 'rtl') return startX1 - columnX0;
  return columnX1 - endIndent(draft) - startX0;
}

function glyphWidth(
  text: string,
  style: Fragment['style'],
  { fontName, widthScale }: RunStyle,
  observedPt: number,
): number {
  const bold = isBoldFace(style.font);
  const sizePt = runSizePt(style.sizePt);
  let widthPt = 0;
  for (const character of text) {
    const em = squareWidth(character, fontName) ?? standardWidth(standInOf(fontName), bold, plainLetter(character));
    if (em === null) return observedPt;
    widthPt += em * sizePt * widthScale;
  }
  return widthPt;
}

/** East Asian letters fill a square in every face; the syllables of Hangul are a little narrower. */
function squareWidth(character: string, family: string): number | null {
  if (isHangulSyllable(character)) return family === 'Times New Roman' ? 0.966 : 0.92;
  return isSquareCharacter(character) ? 1 : null;
}

function plainLetter(character: string): string {
  if (character <= '~') return character;
  return character.normalize('NFD').charAt(0).replace(/[‘’]/, "'").replace(/–/, '0');
}
