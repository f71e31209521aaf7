import { containsMiddle } from '../page-model/box.ts';
import type { PixelBox } from './recognizer.ts';
import type { ScanPage } from './scan.ts';

/** A page number or a line of an archive stamped on a picture has no more letters than this. */
export const stampLetters = 200;

/** The pictures on a page of text that may hold text themselves, in points; one with many letters on it is a background. */
export function pastedPictures(page: ScanPage): readonly PixelBox[] {
  return page.pictures.filter((picture) => lettersIn(page, picture) <= stampLetters);
}

/** How many letters of the page show on a picture. */
function lettersIn({ lines }: ScanPage, picture: PixelBox): number {
  const words = lines.filter(({ hidden }) => !hidden).flatMap((line) => line.words);
  return words
    .filter(({ box }) => containsMiddle(picture, box))
    .reduce((letters, { text }) => letters + text.length, 0);
}
