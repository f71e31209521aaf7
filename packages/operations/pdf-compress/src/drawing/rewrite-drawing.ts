import { largestScale } from '@platen/pdf-kit/geometry';
import { decimalsAt } from './decimals-at.ts';
import {
  type DrawingEvent,
  type DrawingState,
  isStroke,
  slotNames,
  slotsOfPaint,
  slotsOfText,
} from './drawing-events.ts';
import { createDrawingOutput } from './drawing-output.ts';
import { numberText, significantText } from './number-text.ts';
import { pathText } from './path-text.ts';
import type { EmittedSlots } from './text-run.ts';

/** Significant digits of matrix entries that are multiplied by positions on a page. */
const matrixDigits = 8;

/**
 * Writes what a content stream draws in fewer bytes: parameters are set only before something depends on them, numbers have
 * the decimals that `maxShiftPt` needs at the scale of the stream, and strings of text are joined.
 */
export function rewriteDrawing(
  events: Iterable<readonly [DrawingEvent, DrawingState]>,
  scale: number,
  initial: Readonly<EmittedSlots>,
): Uint8Array {
  const output = createDrawingOutput(initial);
  for (const [event, state] of events) writeEvent(output, event, state, scale);
  return output.bytes();
}

type Output = ReturnType<typeof createDrawingOutput>;

function writeEvent(output: Output, event: DrawingEvent, state: DrawingState, scale: number): void {
  const { text } = output;
  switch (event.kind) {
    case 'save':
      output.save(state);
      break;
    case 'restore':
      output.restore(state);
      break;
    case 'concat': {
      const [a, b, c, d, e, f] = event.matrix;
      const places = decimalsAt((scale * largestScale(state.ctm)) / largestScale(event.matrix)) + 1;
      const factors = [a, b, c, d].map((factor) => significantText(factor, matrixDigits));
      output.addPrefix(`${factors.join(' ')} ${numberText(e, places)} ${numberText(f, places)} cm`, state);
      break;
    }
    case 'extend':
      extendState(output, event.name, state);
      break;
    case 'path':
      writePath(output, event, state, decimalsAt(scale * largestScale(state.ctm)));
      break;
    case 'beginText':
      text.isWithin = true;
      break;
    case 'endText':
      text.isWithin = false;
      break;
    case 'show':
      output.settle(state);
      text.open();
      output.setSlots(slotsOfText(state), state);
      text.show(event, state, scale, output.slots);
      break;
    case 'mark':
      output.settle(state);
      if (text.isWithin) text.open();
      else text.end();
      text.endStrings();
      output.write(event.text);
      break;
    case 'inline':
    case 'shade':
      output.settle(state);
      text.end();
      output.setSlots(slotsOfPaint('f'), state);
      output.write(event.text);
      break;
    case 'object':
      output.settle(state);
      text.end();
      output.setSlots(event.isForm ? slotNames : slotsOfPaint('f'), state);
      if (event.isForm) {
        text.setSpacing(state, state.charSpace, state.wordSpace, output.slots);
        text.setLeading(state, output.slots);
      }
      output.write(`${event.name} Do`);
      break;
  }
}

function extendState(output: Output, name: string, state: DrawingState): void {
  const { text } = output;
  if (text.isOpen && text.isWithin) {
    output.settle(state);
    text.endStrings();
    output.write(`${name} gs`);
    output.markChanged();
  } else output.addPrefix(`${name} gs`, state);
  for (const slot of slotNames) if (state.slots[slot] === `?${name}`) output.slots[slot] = state.slots[slot];
}

function writePath(
  output: Output,
  { paint, clip, path }: Extract<DrawingEvent, { readonly kind: 'path' }>,
  state: DrawingState,
  decimals: number,
): void {
  const content = `${pathText(path, decimals, isStroke(paint))}${clip === null ? '' : `${clip} `}${paint}`;
  if (paint === 'n') {
    output.addPrefix(content, state);
    return;
  }
  output.settle(state);
  output.text.end();
  output.setSlots(slotsOfPaint(paint), state);
  output.write(content);
  if (clip !== null) output.markChanged();
}
