import type { Encoded } from './encoded.ts';
import type { ImageResult, ImageTask } from './image-task.ts';

/** One way to store an image. */
export type Candidate = Encoded & Pick<ImageResult, 'width' | 'height' | 'color' | 'isLossy'>;

/** What a palette takes besides its colours: `[/Indexed/DeviceRGB 255()]`. */
const paletteSpaceBytes = 30;

/** Bytes an image takes in the file when stored in this way. A palette counts where there was none. */
export function sizeOf({ bytes, color }: Pick<Candidate, 'bytes' | 'color'>, { palette }: ImageTask): number {
  return bytes.length + (typeof color === 'object' && palette === null ? color.palette.length + paletteSpaceBytes : 0);
}
