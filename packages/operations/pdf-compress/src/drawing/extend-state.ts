import { asDict } from '@platen/pdf-kit/objects';
import { PDFName } from '@platen/pdf-kit/pdf-lib';
import type { SlotName } from './drawing-events.ts';
import { type DrawingReader, resourceOf, setSlot } from './drawing-reader.ts';

/** Entries of a graphics state parameter dictionary that operators set as well. */
const extendedSlots: ReadonlyMap<string, SlotName> = new Map([
  ['LW', 'w'],
  ['LC', 'J'],
  ['LJ', 'j'],
  ['ML', 'M'],
  ['D', 'd'],
  ['RI', 'ri'],
  ['FL', 'i'],
  ['Font', 'Tf'],
]);

/** Applies a graphics state parameter dictionary (`gs`): parameters that operators set as well are unknown from then on. */
export function extendState(reader: DrawingReader, name: PDFName): void {
  const dict = asDict(resourceOf(reader, 'ExtGState', name));
  reader.state = { ...reader.state, extended: { before: reader.state.extended, item: name.toString() } };
  for (const [entry, slot] of extendedSlots) {
    if (dict !== null && !dict.has(PDFName.of(entry))) continue;
    setSlot(reader, slot, `?${name.toString()}`);
    if (slot === 'Tf') reader.state = { ...reader.state, font: null };
  }
}
