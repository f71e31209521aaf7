import { asDict, type Operand } from '@platen/pdf-kit/objects';
import { PDFName } from '@platen/pdf-kit/pdf-lib';
import { UnsupportedContentError } from './drawing-events.ts';
import { type DrawingReader, resourceOf, setSlot } from './drawing-reader.ts';
import { readFontAdvances } from './font-advances.ts';
import { significantText } from './number-text.ts';
import { scaleDigits } from './slot-parameters.ts';

/** Selects the font and size of the text that follows (`Tf`). */
export function selectFont(reader: DrawingReader, operands: readonly Operand[]): void {
  const [name, size] = operands;
  if (!(name instanceof PDFName) || typeof size !== 'number') throw new UnsupportedContentError('no font');
  const { fonts } = reader;
  const dict = asDict(resourceOf(reader, 'Font', name));
  let font = dict === null ? null : fonts.get(dict);
  if (font === undefined && dict !== null) {
    font = readFontAdvances(dict);
    fonts.set(dict, font);
  }
  reader.state = { ...reader.state, font: font ?? null, size };
  setSlot(reader, 'Tf', `${name.toString()} ${significantText(size, scaleDigits)} Tf`);
}
