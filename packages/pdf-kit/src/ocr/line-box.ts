import { uniteBoxes } from '../page-model/box.ts';
import type { PixelBox, RasterLine } from './recognizer.ts';

/** The box around the words of a line. */
export function boxOf({ words }: Pick<RasterLine, 'words'>): PixelBox {
  return uniteBoxes(words.map(({ box }) => box));
}
