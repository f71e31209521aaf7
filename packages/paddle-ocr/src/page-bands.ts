import { growBox, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { GreyRaster, PixelBox } from '@platen/pdf-kit/ocr';
import { bands } from './thresholds.ts';

/**
 * The parts of a page that detection has to look at: bands of whole rows around the places where text is in doubt or missing, as wide as
 * the text of the page, so that no line is cut. In whole pixels, from the top.
 */
export function pageBands(
  { widthPx, heightPx }: GreyRaster,
  places: readonly PixelBox[],
  known: readonly { readonly box: PixelBox }[],
): readonly PixelBox[] {
  const marginOf = ({ y0, y1 }: PixelBox) => bands.marginLines * (y1 - y0);
  // One by one: ink that no word covers may be in more pieces than a call may have arguments.
  const text = uniteBoxes([...places, ...known.map(({ box }) => box)].map((box) => growBox(box, marginOf(box))));
  const x0 = Math.max(0, Math.floor(text.x0));
  const x1 = Math.min(widthPx, Math.ceil(text.x1));
  const found: PixelBox[] = [];
  for (const place of places.toSorted((a, b) => a.y0 - marginOf(a) - (b.y0 - marginOf(b)))) {
    const y0 = Math.max(0, Math.floor(place.y0 - marginOf(place)));
    const y1 = Math.min(heightPx, Math.ceil(place.y1 + marginOf(place)));
    const above = found.at(-1);
    if (above === undefined || y0 > above.y1) found.push({ x0, y0, x1, y1 });
    else found[found.length - 1] = { ...above, y1: Math.max(above.y1, y1) };
  }
  return found.filter((band) => band.x1 > band.x0 && band.y1 > band.y0);
}
