const maxDelayMs = 3_600_000;
/** A delivery is abandoned this long after its first attempt. */
export const giveUpMs = 24 * 3_600_000;

/** How long to wait after an attempt failed, twice as long each time up to an hour: drawn between half and the whole, so that what failed together does not come back together. */
export function nextDelayMs(firstDelayMs: number, attempts: number, random: () => number = Math.random): number {
  const whole = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(whole * (0.5 + random() / 2));
}
