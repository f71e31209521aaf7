import { sharedHeight } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';

/** Blocks one below the other may share this much of their height: frames and shadows reach into what follows. */
export const overlapPt = 8;

/** Whether two blocks share more of their height than that. */
export function areBeside(first: Box, second: Box): boolean {
  return sharedHeight(first, second) > Math.min(overlapPt, 0.5 * (first.y1 - first.y0));
}
