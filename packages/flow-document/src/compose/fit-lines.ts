import { hasStandardWidths } from '@platen/pdf-kit/fonts';
import { twinOf } from '../analysis/fonts/stand-ins.ts';
import type { Alignment, RunStyle } from '../model/formats.ts';
import {
  type LetterLimits,
  type LetterRange,
  letterRange,
  letterSpacings,
  limitsOf,
  tighteningOf,
} from './letter-spacings.ts';
import type { LineWidth } from './line-widths.ts';

/** How a paragraph is set so that its lines keep their words. */
export interface LineFit {
  /** The letter-spacing of each line, in points; negative if condensed. */
  readonly spacingsPt: readonly number[];
  /** How far its lines may extend past the edge to stay single lines; negative if they end before it. */
  readonly overhangPt: number;
  /** The number of lines that a word processor will make of it. */
  readonly lineCount: number;
  /** The factor by which its lines are set closer, because there will be more of them. */
  readonly lineSqueeze: number;
}

/**
 * A line whose letters could not be further apart by this, in points, may not fit: it goes with its neighbours. A face that
 * stands in for another runs wider than it was measured now and then.
 */
const sparesPt = { measured: 0.05, standIn: 0.2 } as const;

/** Lines are set closer together by this share at most. */
const closestLines = 0.86;

/**
 * Fits lines first by where they end and by their letters; where that is not enough, there will be more of them, closer
 * together.
 */
export function fitLines(
  lines: readonly LineWidth[],
  style: RunStyle,
  { alignment, isSquare }: { readonly alignment: Alignment; readonly isSquare: boolean },
): LineFit {
  const limits = limitsOf(style, isSquare);
  const isMeasured = hasStandardWidths(twinOf(style.fontName));
  const sparePt = isMeasured ? sparesPt.measured : sparesPt.standIn;
  const spread =
    lines.length === 1 ? loneSpread(lines, limits) : sharedSpread(lines, { ...limits, sparePt }, alignment);
  const { spacingsPt } = spread;
  const overhangPt = Math.max(spread.overhangPt, overhangOfWords(lines, spacingsPt));
  const counted = countLines(lines, spacingsPt, overhangPt);
  // Widths of a stand-in do not tell that there will be fewer lines: too little room is worse than too much.
  const lineCount = isMeasured ? counted : Math.max(lines.length, counted);
  return {
    spacingsPt: spacingsPt.map((spacingPt, index) => spacingPt + (lines[index]?.trackingPt ?? 0)),
    overhangPt,
    lineCount,
    lineSqueeze: Math.min(1, Math.max(closestLines, lines.length / lineCount)),
  };
}

/** How a paragraph is spread over its lines. */
type Spread = Pick<LineFit, 'spacingsPt' | 'overhangPt'>;

/** Lines may reach this far past the edge of their column or cell, in points. */
const maxOverhangPt = 5;
/** A line on its own shows no right edge: it gets room to spare, and its letters need not move for so little. */
const loneSparePt = 1.6;
/** What rounding may add to a word. */
const wordSparePt = 0.4;

/** A line on its own, as in most cells: its letters stand closer, and what is still too wide reaches past the edge. */
function loneSpread(lines: readonly LineWidth[], limits: LetterLimits): Spread {
  const spacingPt = lines.reduce((least, line) => Math.min(least, tighteningOf(line, limits)), 0);
  const lacking = lines.map(({ neededPt, availablePt, characters }) => neededPt + spacingPt * characters - availablePt);
  const overhangPt = Math.max(0, Math.min(maxOverhangPt, ...lacking.map((pt) => pt + loneSparePt)));
  return { spacingsPt: lines.map(() => spacingPt), overhangPt };
}

/** How far past the edge words reach that are wider than their cell, which would be broken between two letters otherwise. */
function overhangOfWords(lines: readonly LineWidth[], spacingsPt: readonly number[]): number {
  const lacking = lines.flatMap(({ pieces, availablePt }, index) =>
    pieces.map(({ widthPt, characters }) => widthPt + (spacingsPt[index] ?? 0) * characters - availablePt),
  );
  const worstPt = Math.max(Number.NEGATIVE_INFINITY, ...lacking);
  return worstPt > 0 ? worstPt + wordSparePt : Number.NEGATIVE_INFINITY;
}

/** Where lines end and how far apart their letters are, so that most lines hold their words with least done to them. */
function sharedSpread(
  lines: readonly LineWidth[],
  { sparePt, ...limits }: LetterLimits & { readonly sparePt: number },
  alignment: Alignment,
): Spread {
  let best: Spread = { spacingsPt: lines.map(() => 0), overhangPt: 0 };
  let leastCost = Number.POSITIVE_INFINITY;
  for (const overhangPt of overhangs(lines, alignment)) {
    const ranges = lines.map((line, index) => letterRange(line, lines[index + 1], overhangPt, limits));
    // Where lines end, they do for all of them: as if all had their letters moved.
    const cost = costOf(ranges, letterSpacings(ranges, Number.POSITIVE_INFINITY), overhangPt);
    if (cost < leastCost) [best, leastCost] = [{ spacingsPt: letterSpacings(ranges, sparePt), overhangPt }, cost];
  }
  return best;
}

/** Ragged lines may end this share of their room earlier. */
const maxInsetShare = 0.12;

/** Where the lines of a paragraph may end, from the edge. */
function overhangs(lines: readonly LineWidth[], alignment: Alignment): readonly number[] {
  const outward = [0, 0.5, 1, 2, 3, 4, maxOverhangPt];
  if (alignment === 'justify') return outward;
  const widestPt = Math.max(0, ...lines.map(({ availablePt }) => availablePt));
  const inward = Array.from({ length: Math.floor(maxInsetShare * widestPt) }, (_, index) => -1 - index);
  return [...outward, ...inward];
}

/** The cost of each fault of a fit, relative to one change of letter-spacing. */
const faultCosts = { movedWord: 3, overhangPerPt: 0.3, insetPerPt: 0.02 } as const;

function costOf(ranges: readonly LetterRange[], spacingsPt: readonly number[], overhangPt: number): number {
  const moved = ranges.filter(({ keepsWords }) => !keepsWords).length;
  const changes = spacingsPt.filter((spacingPt, index) => spacingPt !== (spacingsPt[index - 1] ?? 0)).length;
  const { movedWord, overhangPerPt, insetPerPt } = faultCosts;
  return moved * movedWord + changes + (overhangPt > 0 ? overhangPerPt * overhangPt : -insetPerPt * overhangPt);
}

/** Breaks the words again, as a word processor does: as many on each line as fit. */
export function countLines(lines: readonly LineWidth[], spacingsPt: readonly number[], overhangPt: number): number {
  const roomOf = (row: number) => (lines[Math.min(row, lines.length - 1)]?.availablePt ?? 0) + overhangPt;
  let [row, x, softPt] = [0, 0, 0];
  for (const [index, { pieces }] of lines.entries()) {
    const spacingPt = spacingsPt[index] ?? 0;
    for (const { widthPt, characters, spacePt, hyphenPt } of pieces) {
      const setPt = widthPt + spacingPt * characters;
      if (x > 0 && x - softPt + setPt > roomOf(row)) {
        row++;
        x = 0;
      } else x -= softPt;
      x += setPt + (spacePt > 0 ? spacePt + spacingPt : 0);
      softPt = hyphenPt;
    }
  }
  return row + 1;
}
