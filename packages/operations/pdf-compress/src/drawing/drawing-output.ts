import { createContentWriter } from './content-writer.ts';
import { type DrawingState, type SlotName, slotNames, UnsupportedContentError } from './drawing-events.ts';
import { createTextRun, type EmittedSlots } from './text-run.ts';

/** A graphics state saved in the output. */
interface Saved {
  readonly slots: EmittedSlots;
  /** What was set right after it was saved: if the same `q …` follows its `Q`, it is continued instead. */
  readonly prefix: string[];
  stage: 'prefix' | 'drawn' | 'changed';
}

/**
 * A content stream as it is written: its parameters, saved states and text. A `Q` is delayed, and left out together with the
 * next `q` and its prefix if these would restore the same state.
 */
// Long: the functions share the saved states.
export function createDrawingOutput(initial: Readonly<EmittedSlots>) {
  const writer = createContentWriter();
  const text = createTextRun(write);
  const saved: Saved[] = [];
  let slots: EmittedSlots = { ...initial };
  /** The state whose `Q` is delayed, and the number of items of its prefix that have been repeated since. */
  let closed: Saved | null = null;
  let matched: number | null = null;

  function write(content: string): void {
    const top = saved.at(-1);
    if (top?.stage === 'prefix') top.stage = 'drawn';
    writer.add(content);
  }

  /** Writes the delayed `Q`, or continues its state if the same one was saved again. */
  function settle(state: DrawingState): void {
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
    openState();
    for (const content of over.prefix.slice(0, again)) writePrefix(content);
  }

  function openState(): void {
    text.end();
    write('q');
    saved.push({ slots: { ...slots }, prefix: [], stage: 'prefix' });
  }

  function writePrefix(content: string): void {
    text.end();
    const top = saved.at(-1);
    writer.add(content);
    if (top?.stage === 'prefix') top.prefix.push(content);
    else if (top !== undefined) top.stage = 'changed';
  }

  return {
    text,
    /** The parameters as they are set in the output. */
    get slots(): EmittedSlots {
      return slots;
    },
    write,
    settle,
    save(state: DrawingState): void {
      if (closed !== null && closed.stage !== 'changed' && matched === null) matched = 0;
      else {
        settle(state);
        openState();
      }
    },
    restore(state: DrawingState): void {
      if (matched !== null) {
        matched = null;
        return;
      }
      settle(state);
      closed = saved.pop() ?? null;
    },
    /** Writes a change of the state itself, such as its matrix: part of its prefix as long as nothing was drawn in it. */
    addPrefix(content: string, state: DrawingState): void {
      if (closed !== null && matched !== null && closed.prefix[matched] === content) {
        matched += 1;
        return;
      }
      settle(state);
      writePrefix(content);
    },
    /** Marks that the state was changed after its prefix, so that it cannot be continued. */
    markChanged(): void {
      const top = saved.at(-1);
      if (top !== undefined) top.stage = 'changed';
    },
    setSlots(names: readonly SlotName[], state: DrawingState): void {
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
    },
    bytes(): Uint8Array {
      text.end();
      // The content must end with the state that it began with, for any content that follows.
      if (closed !== null) writer.add('Q');
      return writer.bytes();
    },
  };
}
