import type { Figure } from '../benchmark.ts';

export function figure(name: string, unit: string, ours: number, target?: number): Figure {
  return { name, unit, ours, peer: null, ...(target === undefined ? {} : { target }) };
}

/** By nearest rank; 0 of nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}
