import type { Figure } from '../benchmark.ts';

/** A figure without unit or peer. */
export function plainFigure(name: string, ours: number): Figure {
  return { name, unit: '', ours, peer: null };
}
