import type { Operand } from '@platen/pdf-kit/objects';
import { UnsupportedContentError } from './drawing-events.ts';
import { type DrawingReader, setSlot } from './drawing-reader.ts';
import { operandsText } from './operand-values.ts';
import { colorDecimals } from './slot-parameters.ts';

/** The operators that set a device colour space and a colour at once, and the number of components. */
const deviceComponents: ReadonlyMap<string, number> = new Map([
  ['g', 1],
  ['rg', 3],
  ['k', 4],
]);

/** Sets a colour in the current colour space (`sc`, `scn`, `SC`, `SCN`). */
export function setColor(
  reader: DrawingReader,
  slot: 'fill' | 'stroke',
  operands: readonly Operand[],
  operator: string,
): void {
  const space = reader.state.slots[slot].split('\n')[0] ?? '';
  const device = /(?:^| )(g|rg|k)$/i.exec(space)?.[1] ?? '';
  if (operands.length === deviceComponents.get(device.toLowerCase())) {
    setSlot(reader, slot, `${operandsText(operands, colorDecimals)}${device}`);
    return;
  }
  if (!/ cs$/i.test(space)) throw new UnsupportedContentError('a colour without a space');
  setSlot(reader, slot, `${space}\n${operandsText(operands, colorDecimals)}${operator}`);
}
