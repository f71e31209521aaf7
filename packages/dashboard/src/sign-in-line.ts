import { ConversionError } from '@platen/core';

/** Who an attempt to sign in comes from. */
export interface AttemptSource {
  /** A browser or a network: what attempts are counted by. */
  readonly id: string;
  /** Whether the right password came from there before. */
  readonly isKnown: boolean;
}

/** Attempts to sign in, one after another. */
export interface SignInLine {
  /** Runs when all before it have ended; rejects at once with `RATE_LIMITED` when there is no place. */
  run<Result>(source: AttemptSource, attempt: () => Promise<Result>): Promise<Result>;
}

/**
 * Places to wait. Known sources have their own, and go first: strangers can neither take their places nor make them wait
 * for more than the one attempt that is running.
 */
const places = { strangers: 4, known: 8 };
/** A second one for somebody who presses the button twice; one source never fills the line. */
const placesOfSource = 2;
/** A full line has moved on by then: each attempt takes some 0.2 s. */
const retryAfterSeconds = 2;

interface Waiting {
  readonly start: () => void;
  readonly isKnown: boolean;
}

/**
 * A password costs 64 MB, a processor for 0.2 s and one of the four threads of libuv's pool, which all reading and
 * writing of files shares: so one is checked at a time, few wait, and whoever comes beyond them is refused unheard.
 */
export function createSignInLine(): SignInLine {
  const waiting: Waiting[] = [];
  const inLine = new Map<string, number>();
  let isRunning = false;

  function enter({ id, isKnown }: AttemptSource): void {
    const mine = inLine.get(id) ?? 0;
    const taken = waiting.filter((each) => each.isKnown === isKnown).length;
    if (mine >= placesOfSource || taken >= (isKnown ? places.known : places.strangers)) throw lineIsFull();
    inLine.set(id, mine + 1);
  }

  function leave({ id }: AttemptSource): void {
    const rest = (inLine.get(id) ?? 1) - 1;
    if (rest === 0) inLine.delete(id);
    else inLine.set(id, rest);
    const next = waiting.find(({ isKnown }) => isKnown) ?? waiting[0];
    isRunning = next !== undefined;
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    next.start();
  }

  return {
    async run(source, attempt) {
      enter(source);
      if (isRunning) await new Promise<void>((start) => waiting.push({ start, isKnown: source.isKnown }));
      isRunning = true;
      try {
        return await attempt();
      } finally {
        leave(source);
      }
    },
  };
}

function lineIsFull(): ConversionError {
  return new ConversionError('RATE_LIMITED', 'Too many attempts to sign in at once: try again in a moment', {
    details: { reason: 'sign_in_busy', retryAfterSeconds },
  });
}
