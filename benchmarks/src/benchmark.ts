import type { Interval } from '@platen/cli/bench';

/** One measured figure, set against a peer of the same run: absolute times of a shared machine mean little. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** The peer's figure for the same work, or null where there is no peer and `ours` is what counts. */
  readonly peer: number | null;
  readonly peerName?: string;
  /** What the figure (the ratio, where there is a peer) should stay at or below. */
  readonly target?: number;
  /** Past its target the run fails: the figure is a rule, not a measurement. */
  readonly mustHold?: true;
  /** Where the ratio to the peer, or the figure itself, is with a confidence of 95 %. */
  readonly interval?: Interval;
  /** Each turn, for a comparison with another run. */
  readonly samples?: { readonly ours: readonly number[]; readonly yardstick: readonly number[] };
}

/** A topic that can be measured: `npm run bench -- <name>`. */
export interface Benchmark {
  readonly name: string;
  /** What is measured, on what. */
  readonly description: string;
  run(): Promise<readonly Figure[]>;
  /** Markdown below the figures, asked for after `run`: what a number alone does not tell. */
  notes?(): string;
}
