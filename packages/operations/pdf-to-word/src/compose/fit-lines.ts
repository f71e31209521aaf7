import type { Alignment, RunStyle } from '@platen/pdf-kit/flow-document';
import { twinOf } from '../analysis/fonts/font-names.ts';
import { hasStandardWidths } from '../analysis/fonts/standard-widths.ts';
import type { LineWidth } from './line-widths.ts';
import { insetOf, looseningOf, overhangOf, tighteningOf } from './tighten.ts';

/** How a paragraph is set so that its lines hold the words they held. */
export interface LineFit {
  /** Added between characters, in points; negative to bring them closer. */
  readonly spacingPt: number;
  /** How far its lines may reach past the edge to stay lines; negative where they end before it. */
  readonly overhangPt: number;
  /** How many lines a word processor will make of it. */
  readonly lineCount: number;
  /** A factor its lines are set closer by, since there will be more of them. */
  readonly lineSqueeze: number;
}

/** Lines are set closer together by this share at most. */
const closestLines = 0.86;

/** Fits lines first by their letters and edges; where that is not enough, there will be more of them, closer together. */
export function fitLines(
  lines: readonly LineWidth[],
  style: RunStyle,
  { alignment, isSquare }: { readonly alignment: Alignment; readonly isSquare: boolean },
): LineFit {
  const tighteningPt = tighteningOf(lines, style, isSquare);
  const keepsWords = tighteningPt === 0 && !isSquare && lines.length > 1;
  const spacingPt = keepsWords && alignment === 'justify' ? looseningOf(lines, style) : tighteningPt;
  const insetPt = keepsWords && alignment !== 'justify' ? insetOf(lines) : 0;
  const overhangPt = insetPt > 0 ? -insetPt : overhangOf(lines, spacingPt);
  const counted = countLines(lines, spacingPt, overhangPt);
  // Widths of a stand-in do not tell that there will be fewer lines: too little room is worse than too much.
  const lineCount = hasStandardWidths(twinOf(style.fontName)) ? counted : Math.max(lines.length, counted);
  return {
    spacingPt,
    overhangPt,
    lineCount,
    lineSqueeze: Math.min(1, Math.max(closestLines, lines.length / lineCount)),
  };
}

/** Breaks the words again, as a word processor does: as many on each line as fit. */
export function countLines(lines: readonly LineWidth[], spacingPt: number, overhangPt: number): number {
  const roomOf = (row: number) => (lines[Math.min(row, lines.length - 1)]?.availablePt ?? 0) + overhangPt;
  let [row, x] = [0, 0];
  for (const { pieces } of lines) {
    for (const { widthPt, characters, spacePt } of pieces) {
      const setPt = widthPt + spacingPt * characters;
      if (x > 0 && x + setPt > roomOf(row)) {
        row++;
        x = 0;
      }
      x += setPt + (spacePt > 0 ? spacePt + spacingPt : 0);
    }
  }
  return row + 1;
}
