import { type ApiError, asApiError } from './api.ts';

/** Requests under way at once: others use the server too. */
const lanes = 4;

/** What came of a change of many jobs. */
export interface ManyChanged {
  readonly changed: number;
  /** The errors of those that could not be changed. */
  readonly errors: readonly ApiError[];
}

/** Changes one after another, four at a time, and goes on after a failure. `onEach` is told how many are over. */
export async function changeMany(
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
  onEach: (over: number) => void,
): Promise<ManyChanged> {
  const waiting = [...ids];
  const errors: ApiError[] = [];
  let over = 0;
  const lane = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await change(id).catch((thrown: unknown) => errors.push(asApiError(thrown)));
      over += 1;
      onEach(over);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { changed: over - errors.length, errors };
}
