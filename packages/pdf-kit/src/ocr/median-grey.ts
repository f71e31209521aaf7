import { median } from '../statistics.ts';
import type { GreyRaster } from './recognizer.ts';

/** Every so many pixels, one is sampled. */
const stride = 101;

/** The median grey of a page, which is that of its background: most of a page is paper. */
export function medianGrey({ data }: GreyRaster): number {
  return median(Array.from({ length: Math.ceil(data.length / stride) }, (_, index) => data[index * stride] ?? 0));
}
