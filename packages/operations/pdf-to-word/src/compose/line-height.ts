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
  if (metrics === null) {
    return exactLine(pitchPt ?? 1.2 * style.sizePt);
  }
  const ownPt = wholeTwips(metrics.ascent * style.sizePt) + wholeTwips(metrics.descent * style.sizePt);
  const percent = pitchPt === null ? 100 : Math.round((100 * pitchPt) / ownPt);
  if (percent < 70 || percent > 300) {
    return exactLine(pitchPt ?? ownPt);
  }
  return {
    spacing: { rule: 'multiple', value: percent / 100 },
    heightPt: Math.floor((ownPt * 20 * percent) / 100 + 0.001) / 20,
    // More than the font's own height goes below the line; less is taken from above.
    baselinePt: Math.min(1, percent / 100) * metrics.ascent * style.sizePt,
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
