import type { Figure } from './benchmark.ts';
import type { Profile } from './profiled.ts';
import type { Comparison } from './run-comparison.ts';

/** A figure, compared with the same of an earlier run where both were measured in turns. */
export interface ComparedFigure extends Figure {
  readonly comparison?: Comparison;
}

/** What one benchmark found. */
export interface BenchResult {
  readonly name: string;
  readonly description: string;
  readonly minutes: number;
  readonly figures: readonly ComparedFigure[];
  /** Markdown. */
  readonly notes: string;
  /** Files it was measured on: names, and sizes in bytes. */
  readonly files: readonly (readonly [name: string, bytes: number])[];
  readonly profiles: readonly Profile[];
  /** Why it was not measured. */
  readonly skipped: string | null;
}

export interface Machine {
  readonly node: string;
  readonly processors: string;
  readonly memoryGigabytes: number;
  /** How many processes wanted a processor in the minute before. */
  readonly load: number;
}

/** A run of some benchmarks, as `run.json` has it. */
export interface Run {
  readonly at: string;
  readonly quick: boolean;
  readonly machine: Machine;
  /** Versions of the peers that were looked for; null of those that are missing. */
  readonly peers: Readonly<Record<string, string | null>>;
  readonly results: readonly BenchResult[];
}
