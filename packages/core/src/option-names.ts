/** A record with the name of each option, so that the compiler reports a missing one. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: true };

/** The parts of a store, which may all be given (`...store`) to a factory that has options for some of them. */
export const storeParts = {
  jobs: true,
  keys: true,
  leader: true,
  nodes: true,
  rateLimiter: true,
  bus: true,
  linkSecrets: true,
  webhookStore: true,
  signIns: true,
  deployment: true,
  close: true,
} as const;

/**
 * Throws a TypeError if `factory` has no such option, because a misspelt option would silently leave the default. Options
 * that are undefined are ignored. It also throws if the argument is not an object of options, most often because a promise
 * was not awaited.
 */
export function checkOptionNames(
  factory: string,
  given: object | undefined,
  names: Readonly<Record<string, true>>,
): void {
  if (given === undefined) return;
  if (isPromise(given)) throw new TypeError(`${factory} was given a promise: await it first`);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`${factory} takes an object of options, not ${shownValue(given)}`);
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(names, name)) continue;
    throw new TypeError(`${factory} has no option "${name}". Its options are ${Object.keys(names).join(', ')}`);
  }
}

/** True for a value that must be awaited first. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Formats a value for a message: text in quotes, shortened; an object only as "an object". */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (Array.isArray(value)) return 'an array';
  if (isPromise(value)) return 'a promise: await it first';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
