import type { ImageResult } from './image-task.ts';

/** Image data in one of the forms PDF knows. */
export interface Encoded {
  readonly bytes: Uint8Array;
  readonly filter: ImageResult['filter'];
  readonly bitsPerComponent: number;
  /** Components of the PNG predictor the data are under, or null for none. */
  readonly predictorColors: number | null;
}
