/** The name of each option, so that one cannot be forgotten. */
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
  close: true,
} as const;

/**
 * Throws a TypeError on an option that `factory` does not have: a misspelt one would leave its default in place. One that
 * is undefined is not given.
 */
export function checkOptionNames(
  factory: string,
  given: object | undefined,
  names: Readonly<Record<string, true>>,
): void {
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === undefined || Object.hasOwn(names, name)) continue;
    throw new TypeError(`${name} is no option of ${factory}; there are ${Object.keys(names).join(', ')}`);
  }
}
