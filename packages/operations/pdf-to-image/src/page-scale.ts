import type { PageSize, RenderScale } from '@platen/pdf-kit/render';
import type { ResolvedPdfToImageOptions } from './operation.ts';

/** How large a page is drawn, and the resolution that this comes to. */
export interface PageScale {
  readonly render: RenderScale;
  readonly dpi: number;
}

/** At the resolution asked for; or so that the page as shown fits into a width and height, whose place that resolution takes. */
export function pageScale(
  { widthPt, heightPt }: PageSize,
  { dpi, width, height }: Pick<ResolvedPdfToImageOptions, 'dpi' | 'width' | 'height'>,
): PageScale {
  if (width === undefined && height === undefined) return { render: { dpi }, dpi };
  const across = (width ?? Number.POSITIVE_INFINITY) / widthPt;
  const down = (height ?? Number.POSITIVE_INFINITY) / heightPt;
  // The side that decides comes out exactly, and the other one is rounded to no more than was asked for.
  const render = across <= down ? { width: width ?? 1 } : { height: height ?? 1 };
  return { render, dpi: 72 * Math.min(across, down) };
}
