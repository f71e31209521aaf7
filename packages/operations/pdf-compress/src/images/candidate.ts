import type { Encoded } from './encoded.ts';
import type { ImageResult, ImageTask } from './image-task.ts';

/** One possible encoding of an image. */
export type Candidate = Encoded & Pick<ImageResult, 'width' | 'height' | 'color' | 'isLossy'>;

/** Bytes of an Indexed colour space besides its palette: `[/Indexed/DeviceRGB 255()]`. */
const paletteSpaceBytes = 30;

/** Bytes that an image takes in the file with this encoding. The palette counts if the image had none before. */
export function sizeOf({ bytes, color }: Pick<Candidate, 'bytes' | 'color'>, { palette }: ImageTask): number {
  return bytes.length + (typeof color === 'object' && palette === null ? color.palette.length + paletteSpaceBytes : 0);
}
