import { type BitPlane, encodeBilevel } from '@platen/pdf-kit/bilevel';
import type { ImageResult } from './image-task.ts';

/** Image data in one of the forms PDF knows. */
export interface Encoded {
  readonly bytes: Uint8Array;
  readonly filter: ImageResult['filter'];
  readonly bitsPerComponent: number;
  /** Components of the PNG predictor the data are under, or null for none. */
  readonly predictorColors: number | null;
}

/** An image of one bit a pixel, given where its zeros are, in the smallest form without loss. */
export async function encodeBits(zeros: BitPlane): Promise<Encoded> {
  return { ...(await encodeBilevel(zeros)), bitsPerComponent: 1, predictorColors: null };
}
