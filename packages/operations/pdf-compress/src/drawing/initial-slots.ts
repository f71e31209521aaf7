import { type SlotName, type Slots, slotNames } from './drawing-events.ts';

const pageSlots: Slots = {
  fill: '0 g',
  stroke: '0 G',
  w: '1 w',
  J: '0 J',
  j: '0 j',
  M: '10 M',
  d: '[]0 d',
  ri: '?',
  i: '?',
  Tf: '?',
  Tz: '100 Tz',
  Tr: '0 Tr',
  Ts: '0 Ts',
};

const unknownSlots = Object.fromEntries(slotNames.map((name) => [name, '?'])) as Record<SlotName, string>;

/** The initial parameters of content; unknown in a form, which inherits them. */
export function initialSlots(isForm: boolean): Slots {
  return isForm ? unknownSlots : pageSlots;
}
