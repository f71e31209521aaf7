const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Durations for the lines of a scale: round in the unit that people would say the longest in. */
export function roundDurations(maxMs: number): readonly number[] {
  const unit = maxMs < 1_000 ? 1 : maxMs < minuteMs ? 1_000 : maxMs < hourMs ? minuteMs : hourMs;
  return roundSteps(maxMs / unit).map((step) => step * unit);
}

/** Values for the lines of a scale: at most five steps of 1, 2 or 5 times a power of ten, from 0 past `max`. */
export function roundSteps(max: number, maxSteps = 4): readonly number[] {
  if (max <= 0) return [0, 1];
  const rough = max / maxSteps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const count = Math.ceil(max / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
