import { heightOf, type LineMetrics, lineMetrics, tallestMetrics } from '../analysis/fonts/font-metrics.ts';
import type { LineSpacing, RunStyle } from '../model/formats.ts';

/** How the lines of a paragraph are set, and what that means on the page. */
export interface LineSetting {
  readonly spacing: LineSpacing;
  /** From the top of a line to the top of the next. */
  readonly heightPt: number;
  /** From the top of a line to its baseline. */
  readonly baselinePt: number;
}

/** Where a line of exact height has its baseline, as a share of the height. */
const exactBaselineShare = 0.8;

/** No letter is set smaller than this, in points, whatever a font says of its size. */
const leastSizePt = 1;
/** The height of a line whose face is not known, in em. */
const usualLineEm = 1.2;
/** Multiples of the font's own height that readers set alike. */
const [leastPercent, mostPercent] = [70, 300];
/** Lines closer to each other than a twentieth of a point are one. */
const leastPitchPt = 0.05;

/** Lines of a height in points. */
export function exactLine(heightPt: number): LineSetting {
  return { spacing: { rule: 'exact', value: heightPt }, heightPt, baselinePt: exactBaselineShare * heightPt };
}

/** Lines may be higher than meant by this much, in points: a page of them is off by a point. */
const mayGrowPt = 0.02;

/**
 * Lines of a height in points that grow with their letters, so that these can be set larger later. Lines that another face
 * would make higher than that stay as they are, and so do all where the tallest face is not known.
 */
export function steadyLine(heightPt: number, sizePt: number, tallest: LineMetrics | null): LineSetting {
  if (tallest === null || heightOf(tallest) * sizePt > heightPt + mayGrowPt) return exactLine(heightPt);
  // What is to spare goes above the line.
  return { spacing: { rule: 'at-least', value: heightPt }, heightPt, baselinePt: heightPt - tallest.descent * sizePt };
}

/**
 * Line spacing that puts baselines `pitchPt` apart: a multiple of the font's own height where that is known, so that
 * the text can be set larger later; a height in points elsewhere. Null for a single line, which takes its own height.
 * Multiples are whole percents: LibreOffice cuts off the rest, which over a page would add up to some points.
 */
export function lineSetting(
  style: RunStyle,
  pitchPt: number | null,
  metrics: LineMetrics | null = lineMetrics(style.fontName),
): LineSetting {
  const sizePt = Math.max(leastSizePt, style.sizePt);
  const pitch = pitchPt === null || pitchPt < leastPitchPt ? null : pitchPt;
  if (metrics === null) {
    return steadyLine(pitch ?? usualLineEm * sizePt, sizePt, tallestMetrics(style));
  }
  const ownPt = wholeTwips(metrics.ascent * sizePt) + wholeTwips(metrics.descent * sizePt);
  const percent = pitch === null ? 100 : Math.round((100 * pitch) / ownPt);
  if (percent < leastPercent || percent > mostPercent) return steadyLine(pitch ?? ownPt, sizePt, metrics);
  return {
    spacing: { rule: 'multiple', value: percent / 100 },
    heightPt: Math.floor((ownPt * 20 * percent) / 100 + 0.001) / 20,
    // More than the font's own height goes below the line; less is taken from above.
    baselinePt: Math.min(1, percent / 100) * metrics.ascent * sizePt,
  };
}

/** Word processors measure in twentieths of a point. */
function wholeTwips(pt: number): number {
  return Math.round(20 * pt) / 20;
}

/** The same lines set closer together: multiples stay multiples. */
export function squeezed({ spacing, heightPt, baselinePt }: LineSetting, factor: number): LineSetting {
  if (factor === 1) return { spacing, heightPt, baselinePt };
  const closer = squeezedSpacing(spacing, heightPt * factor, factor);
  if (closer.rule !== 'multiple') return exactLine(heightPt * factor);
  return {
    spacing: closer,
    heightPt: (heightPt * closer.value) / spacing.value,
    baselinePt: (baselinePt * Math.min(1, closer.value)) / Math.min(1, spacing.value),
  };
}

/** The spacing of lines set closer together by a factor, which makes them `heightPt` high. */
export function squeezedSpacing(spacing: LineSpacing, heightPt: number, factor: number): LineSpacing {
  const percent = Math.floor(100 * spacing.value * factor);
  if (spacing.rule !== 'multiple' || percent < leastPercent) return { rule: 'exact', value: heightPt };
  return { rule: 'multiple', value: percent / 100 };
}
