import type { LineSpacing, RunStyle } from '@platen/pdf-kit/flow-document';
import { type LineMetrics, lineMetrics } from '../analysis/fonts/font-metrics.ts';

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
/** Lines closer to each other than a twentieth of a point are one. */
const leastPitchPt = 0.05;

/** Lines of a height in points. */
export function exactLine(heightPt: number): LineSetting {
  return { spacing: { rule: 'exact', value: heightPt }, heightPt, baselinePt: exactBaselineShare * heightPt };
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
    return exactLine(pitch ?? 1.2 * sizePt);
  }
  const ownPt = wholeTwips(metrics.ascent * sizePt) + wholeTwips(metrics.descent * sizePt);
  const percent = pitch === null ? 100 : Math.round((100 * pitch) / ownPt);
  if (percent < 70 || percent > 300) {
    return exactLine(pitch ?? ownPt);
  }
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

/** The same lines set closer together. */
export function squeezed(setting: LineSetting, factor: number): LineSetting {
  if (factor === 1) return setting;
  return exactLine(setting.heightPt * factor);
}
