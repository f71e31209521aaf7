import type { Figure } from '../benchmark.ts';

export function figure(name: string, unit: string, ours: number, target?: number): Figure {
  return { name, unit, ours, peer: null, ...(target === undefined ? {} : { target }) };
}
