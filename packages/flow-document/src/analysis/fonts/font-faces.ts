import type { Font } from '@platen/pdf-kit/page-model';
import { asComputerModern } from './as-computer-modern.ts';

/** Whether the face is bold, by its name where the file does not say: Nimbus calls it Medi, TeX B or BX, Hiragino W6 and up. */
export function isBoldFace({ bold, name }: Font): boolean {
  return (
    bold ||
    /nimbus\w*-medi|^(?:cm|sf|ec|lm)(?:ss)?b(?:x|\d)|^lin(libertine|biolinum)tz?b|-(demi|heavy|black|semibold|extrabold|w[6-9]$)/i.test(
      asComputerModern(name),
    )
  );
}

/** Whether the face is slanted, by its name where the file does not say. */
export function isItalicFace({ italic, name }: Font): boolean {
  return italic || /^(cmti|cmsl|cmmi|sfti|ecti|cmbxti)\d|ital|obli|-slant/i.test(asComputerModern(name));
}
