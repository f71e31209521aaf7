import { largestScale } from '@platen/pdf-kit/geometry';
import { type ContentWriter, createContentWriter } from './content-writer.ts';
import { decimalsAt } from './decimals-at.ts';
import {
  type DrawingEvent,
  type DrawingState,
  isStroke,
  type SlotName,
  slotNames,
  slotsOfPaint,
  slotsOfText,
  UnsupportedContentError,
} from './drawing-events.ts';
import { numberText, significantText } from './number-text.ts';
import { pathText } from './path-text.ts';
import { createTextRun, type EmittedSlots } from './text-run.ts';

/** Digits of the entries of a matrix that are multiplied by places on a page. */
const matrixDigits = 8;

/** A state saved in the output. */
interface Saved {
  readonly slots: EmittedSlots;
  /** What was set right after it was saved: the same `q …` once more goes on with this one. */
  readonly prefix: string[];
  stage: 'prefix' | 'drawn' | 'changed';
}

/**
 * Writes what a content stream draws in fewer bytes: parameters are set where something depends on them, numbers have
 * the decimals that `maxShiftPt` needs at the scale the stream is drawn at, text goes on where it can.
 */
// Long: what has been written is the state that all of it shares.
export function rewriteDrawing(
  events: Iterable<readonly [DrawingEvent, DrawingState]>,
  scale: number,
  initial: Readonly<EmittedSlots>,
): Uint8Array {
  const writer: ContentWriter = createContentWriter();
  const saved: Saved[] = [];
  let slots: EmittedSlots = { ...initial };
  /** The last saved state, over but not yet restored, and how much of its prefix has come again since. */
  let closed: Saved | null = null;
  let matched: number | null = null;
  const write = (content: string) => {
    const top = saved.at(-1);
    if (top?.stage === 'prefix') top.stage = 'drawn';
    writer.add(content);
  };
  const text = createTextRun(write);
  const setSlots = (names: readonly SlotName[], state: DrawingState) => {
    for (const name of names) {
      const wanted = state.slots[name];
      if (slots[name] === wanted) continue;
      if (wanted.startsWith('?')) throw new UnsupportedContentError('a parameter that cannot be set back');
      text.endStrings();
      const [space, color] = wanted.split('\n');
      const isSameSpace = color !== undefined && slots[name].split('\n')[0] === space;
      write(color === undefined ? wanted : isSameSpace ? color : `${space}\n${color}`);
      slots[name] = wanted;
    }
  };

  /** Restores the state that is over, or goes on with it where the same one was saved again. */
  const settle = (state: DrawingState) => {
    if (closed === null) return;
    const over = closed;
    const again = matched;
    closed = null;
    matched = null;
    const canGoOn = slotNames.every((name) => !state.slots[name].startsWith('?') || slots[name] === state.slots[name]);
    if (again === over.prefix.length && canGoOn) {
      saved.push(over);
      return;
    }
    text.end();
    write('Q');
    slots = { ...over.slots };
    if (again === null) return;
    save();
    for (const content of over.prefix.slice(0, again)) writePrefix(content);
  };
  const save = () => {
    text.end();
    write('q');
    saved.push({ slots: { ...slots }, prefix: [], stage: 'prefix' });
  };
  const writePrefix = (content: string) => {
    text.end();
    const top = saved.at(-1);
    writer.add(content);
    if (top?.stage === 'prefix') top.prefix.push(content);
    else if (top !== undefined) top.stage = 'changed';
  };
  const addPrefix = (content: string, state: DrawingState) => {
    if (closed !== null && matched !== null && closed.prefix[matched] === content) {
      matched += 1;
      return;
    }
    settle(state);
    writePrefix(content);
  };

  for (const [event, state] of events) {
    const decimals = decimalsAt(scale * largestScale(state.ctm));
    switch (event.kind) {
      case 'save':
        if (closed !== null && closed.stage !== 'changed' && matched === null) matched = 0;
        else {
          settle(state);
          save();
        }
        break;
      case 'restore':
        if (matched !== null) {
          matched = null;
          break;
        }
        settle(state);
        closed = saved.pop() ?? null;
        break;
      case 'concat': {
        const [a, b, c, d, e, f] = event.matrix;
        const places = decimalsAt((scale * largestScale(state.ctm)) / largestScale(event.matrix)) + 1;
        const factors = [a, b, c, d].map((factor) => significantText(factor, matrixDigits));
        addPrefix(`${factors.join(' ')} ${numberText(e, places)} ${numberText(f, places)} cm`, state);
        break;
      }
      case 'extend':
        if (text.isOpen && text.isWithin) {
          settle(state);
          text.endStrings();
          write(`${event.name} gs`);
          const top = saved.at(-1);
          if (top !== undefined) top.stage = 'changed';
        } else addPrefix(`${event.name} gs`, state);
        for (const name of slotNames) if (state.slots[name] === `?${event.name}`) slots[name] = state.slots[name];
        break;
      case 'path': {
        const { paint, clip, path } = event;
        const content = `${pathText(path, decimals, isStroke(paint))}${clip === null ? '' : `${clip} `}${paint}`;
        if (paint === 'n') {
          addPrefix(content, state);
          break;
        }
        settle(state);
        text.end();
        setSlots(slotsOfPaint(paint), state);
        write(content);
        const top = saved.at(-1);
        if (clip !== null && top !== undefined) top.stage = 'changed';
        break;
      }
      case 'beginText':
        text.isWithin = true;
        break;
      case 'endText':
        text.isWithin = false;
        break;
      case 'show': {
        settle(state);
        text.open();
        setSlots(slotsOfText(state), state);
        text.show(event, state, scale, slots);
        break;
      }
      case 'mark':
        settle(state);
        if (text.isWithin) text.open();
        else text.end();
        text.endStrings();
        write(event.text);
        break;
      case 'inline':
      case 'shade':
        settle(state);
        text.end();
        setSlots(slotsOfPaint('f'), state);
        write(event.text);
        break;
      case 'object':
        settle(state);
        text.end();
        setSlots(event.isForm ? slotNames : slotsOfPaint('f'), state);
        if (event.isForm) {
          text.setSpacing(state, state.charSpace, state.wordSpace, slots);
          text.setLeading(state, slots);
        }
        write(`${event.name} Do`);
        break;
    }
  }
  text.end();
  // A state that was over at the end has to be over there: what follows the content begins where it began.
  if (closed !== null) writer.add('Q');
  return writer.bytes();
}
