import type { Threshold } from './list-thresholds.ts';
import type { LiveThresholds } from './live-thresholds.ts';

/** What each threshold is multiplied by; whole numbers are moved by one at least. */
const near = [0.8, 1.2] as const;
/**
 * What those are multiplied by that have no effect so near: a rule that nothing depends on has none either. With
 * `PLATEN_FAR=0,1e6` they are moved so far that their conditions always hold or never do.
 */
const [less = 0.25, more = 4] = (process.env.PLATEN_FAR ?? '').split(',').filter(Boolean).map(Number);
const far = [less, more] as const;
/** The thresholds that are moved: all, or those whose file and name match. */
const chosen = new RegExp(process.env.PLATEN_THRESHOLDS ?? '');

/** What moving one threshold does. */
export interface Effect<Change> {
  /** Its file and its name. */
  readonly name: string;
  readonly value: number;
  /** Documents in which it is read. */
  readonly readers: number;
  readonly near: Changes<Change>;
  /** Null where nearer values have an effect. */
  readonly far: Changes<Change> | null;
}

/** What a smaller and a larger value change, for each source of documents. */
export interface Changes<Change> {
  readonly less: readonly Change[];
  readonly more: readonly Change[];
}

export interface Sweep<Sample, Outcome, Change> {
  readonly live: LiveThresholds;
  readonly samples: readonly Sample[];
  readonly nameOf: (threshold: Threshold) => string;
  /** Whether the threshold of that name is to be moved. */
  readonly isMoved: (name: string) => boolean;
  readonly outcomeOf: (sample: Sample) => Promise<Outcome>;
  /** Compares the outcomes of all samples, for each source. */
  readonly changesOf: (usual: readonly Outcome[], moved: readonly Outcome[]) => readonly Change[];
  readonly isEffect: (change: Change) => boolean;
}

/** Moves each threshold, one at a time, and repeats what reads it. */
export async function sweepThresholds<Sample, Outcome, Change>(
  sweep: Sweep<Sample, Outcome, Change>,
): Promise<{ readonly usual: readonly Outcome[]; readonly effects: readonly Effect<Change>[] }> {
  const { live, samples, nameOf, isMoved, outcomeOf, changesOf, isEffect } = sweep;
  const measured: { readonly sample: Sample; readonly usual: Outcome; readonly reads: ReadonlySet<number> }[] = [];
  for (const sample of samples) {
    const usual = await outcomeOf(sample);
    measured.push({ sample, usual, reads: await live.readsOf(() => outcomeOf(sample)) });
  }
  const usual = measured.map((own) => own.usual);
  const changesAt = async (index: number, value: number) => {
    const outcomes: Outcome[] = [];
    for (const own of measured) {
      const isRead = own.reads.has(index);
      outcomes.push(isRead ? await live.runWith(index, value, () => outcomeOf(own.sample)) : own.usual);
    }
    return changesOf(usual, outcomes);
  };
  const effects: Effect<Change>[] = [];
  for (const [index, threshold] of live.thresholds.entries()) {
    const name = nameOf(threshold);
    if (!chosen.test(name) || !isMoved(name)) continue;
    const changesBy = async ([less, more]: readonly [number, number]): Promise<Changes<Change>> => ({
      less: await changesAt(index, moved(threshold.value, less)),
      more: await changesAt(index, moved(threshold.value, more)),
    });
    const nearBy = await changesBy(near);
    const isNear = [...nearBy.less, ...nearBy.more].some(isEffect);
    const readers = measured.filter(({ reads }) => reads.has(index)).length;
    effects.push({ name, value: threshold.value, readers, near: nearBy, far: isNear ? null : await changesBy(far) });
    console.error(`${effects.length} of ${live.thresholds.length}: ${name}`);
  }
  return { usual, effects };
}

function moved(value: number, factor: number): number {
  if (!Number.isInteger(value)) return value * factor;
  return Math.max(0, value + Math.sign(factor - 1) * Math.max(1, Math.round(Math.abs(factor - 1) * value)));
}
