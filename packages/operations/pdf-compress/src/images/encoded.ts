import { type BitPlane, encodeBilevel } from '@platen/pdf-kit/bilevel';
import type { ImageResult } from './image-task.ts';

/** The data of an image, encoded for a PDF. */
export interface Encoded {
  readonly bytes: Uint8Array;
  readonly filter: ImageResult['filter'];
  readonly bitsPerComponent: number;
  /** `Colors` of the PNG predictor; null for no predictor. */
  readonly predictorColors: number | null;
}

/** The smallest lossless encoding of an image of one bit a pixel. `zeros` is set where a sample is 0. */
export async function encodeBits(zeros: BitPlane): Promise<Encoded> {
  return { ...(await encodeBilevel(zeros)), bitsPerComponent: 1, predictorColors: null };
}
