import type { RunStyle } from '../model/formats.ts';
import type { LineWidth } from './line-widths.ts';

/** The range of letter-spacing, in points. */
export interface LetterLimits {
  readonly closestPt: number;
  readonly widestPt: number;
}

/** The range of letter-spacing at which a line keeps exactly its words. */
export interface LetterRange {
  readonly leastPt: number;
  readonly mostPt: number;
  readonly keepsWords: boolean;
}

/** Letters are moved together by this much at most, in em. */
const closestEm = 0.06;
/** The same for East Asian letters, which have blank space around them. */
const closestSquareEm = 0.14;
/** Letters of lines are moved apart by this much at most, in em. */
const widestEm = 0.025;
/** What rounding may add to a line, or take from it. */
const safetyPt = 0.4;
/** Lines with at most this many characters have no word to spare. */
const minCharacters = 3;

export function limitsOf({ sizePt }: RunStyle, isSquare: boolean): LetterLimits {
  return { closestPt: -(isSquare ? closestSquareEm : closestEm) * sizePt, widestPt: isSquare ? 0 : widestEm * sizePt };
}

/**
 * How far apart the letters of a line may stand so that its last word fits and the first one of the next does not:
 * typesetters shrink the spaces of a full line where word processors only widen them, and the face that is in for a
 * missing one runs wider or narrower.
 */
export function letterRange(
  line: LineWidth,
  next: LineWidth | undefined,
  overhangPt: number,
  { closestPt, widestPt }: LetterLimits,
): LetterRange {
  if (line.characters < minCharacters) return { leastPt: closestPt, mostPt: widestPt, keepsWords: true };
  const roomPt = line.availablePt + overhangPt - line.neededPt;
  const fitsAt = roundDown((roomPt - safetyPt) / line.characters);
  const pulled = pulledPiece(line, next);
  const parts = pulled === null ? closestPt : roundUp((roomPt + safetyPt - pulled.widthPt) / pulled.characters);
  const mostPt = Math.max(closestPt, Math.min(widestPt, fitsAt));
  const keepsWords = fitsAt >= closestPt && parts <= mostPt;
  return { leastPt: keepsWords ? Math.max(closestPt, parts) : Math.min(mostPt, closestPt), mostPt, keepsWords };
}

/** How much closer letters must be so that a line fits, in points, not above zero; a little too wide is no matter. */
export function tighteningOf({ neededPt, availablePt, characters }: LineWidth, { closestPt }: LetterLimits): number {
  const lackingPt = neededPt - availablePt;
  if (characters < minCharacters || lackingPt <= safetyPt) return 0;
  return Math.max(closestPt, roundDown(-lackingPt / characters));
}

/** What would come up from the next line, with the space before it. */
function pulledPiece(line: LineWidth, next: LineWidth | undefined) {
  const [first] = next?.pieces ?? [];
  if (first === undefined || line.endsByHand) return null;
  const { spacePt = 0, hyphenPt = 0 } = line.pieces.at(-1) ?? {};
  return {
    widthPt: first.widthPt + spacePt - hyphenPt,
    characters: line.characters + first.characters + (spacePt > 0 ? 1 : 0) - (hyphenPt > 0 ? 1 : 0),
  };
}

/**
 * The distance for each line: none where that will do and letters could be `sparePt` further apart, and the same for others
 * as long as they follow each other and may have it.
 */
export function letterSpacings(ranges: readonly LetterRange[], sparePt: number): readonly number[] {
  const spacings: number[] = [];
  let [leastPt, mostPt] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const close = (end: number) => {
    const spacingPt = Math.min(mostPt, Math.max(leastPt, 0));
    while (spacings.length < end) spacings.push(spacingPt);
  };
  ranges.forEach((range, index) => {
    const parts =
      range.leastPt > mostPt ||
      range.mostPt < leastPt ||
      isNatural(range, sparePt) !== isNatural({ leastPt, mostPt }, sparePt);
    if (parts) {
      close(index);
      [leastPt, mostPt] = [range.leastPt, range.mostPt];
    } else {
      leastPt = Math.max(leastPt, range.leastPt);
      mostPt = Math.min(mostPt, range.mostPt);
    }
  });
  close(ranges.length);
  return spacings;
}

function isNatural({ leastPt, mostPt }: Pick<LetterRange, 'leastPt' | 'mostPt'>, sparePt: number): boolean {
  return leastPt <= 0 && mostPt >= sparePt;
}

/** Word processors keep the distance of letters in twentieths of a point. */
function roundDown(pt: number): number {
  return Math.floor(pt * 20 + 1e-9) / 20;
}

function roundUp(pt: number): number {
  return Math.ceil(pt * 20 - 1e-9) / 20;
}
