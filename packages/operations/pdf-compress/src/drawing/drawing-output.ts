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

/** A `Q` that is not written yet. */
interface DelayedRestore {
  readonly closed: Saved;
  /** After another `q`: how many items of the prefix of the closed state have been repeated. Null before it. */
  repeated: number | null;
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
  let delayed: DelayedRestore | null = null;

  function write(content: string): void {
    const top = saved.at(-1);
    if (top?.stage === 'prefix') top.stage = 'drawn';
    writer.add(content);
  }

  /** Writes the delayed `Q`, or continues its state if the same one was saved again. */
  function settle(state: DrawingState): void {
    if (delayed === null) return;
    const { closed, repeated } = delayed;
    delayed = null;
    const canContinue = slotNames.every(
      (name) => !state.slots[name].startsWith('?') || slots[name] === state.slots[name],
    );
    if (repeated === closed.prefix.length && canContinue) {
      saved.push(closed);
      return;
    }
    text.end();
    write('Q');
    slots = { ...closed.slots };
    if (repeated === null) return;
    openState();
    for (const content of closed.prefix.slice(0, repeated)) writePrefix(content);
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
      if (delayed !== null && delayed.closed.stage !== 'changed' && delayed.repeated === null) delayed.repeated = 0;
      else {
        settle(state);
        openState();
      }
    },
    restore(state: DrawingState): void {
      if (delayed !== null && delayed.repeated !== null) {
        delayed.repeated = null;
        return;
      }
      settle(state);
      const closed = saved.pop();
      delayed = closed === undefined ? null : { closed, repeated: null };
    },
    /** Writes a change of the state itself, such as its matrix: part of its prefix as long as nothing was drawn in it. */
    addPrefix(content: string, state: DrawingState): void {
      if (delayed !== null && delayed.repeated !== null && delayed.closed.prefix[delayed.repeated] === content) {
        delayed.repeated += 1;
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
      if (delayed !== null) writer.add('Q');
      return writer.bytes();
    },
  };
}
