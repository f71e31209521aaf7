import type { Figure } from './benchmark.ts';
import { type Comparison, compareRuns } from './run-comparison.ts';
import type { ComparedFigure, Run } from './run-result.ts';

/**
 * Each figure compared with the same of an earlier run. What seems slower or faster is measured once more, and is so only
 * if it is again: among the hundreds of figures of some runs, a few come out so by accident.
 */
export async function compareWithBaseline(
  figures: readonly Figure[],
  before: Run,
  bench: string,
  measureAgain: () => Promise<readonly Figure[]>,
): Promise<readonly ComparedFigure[]> {
  const old = before.results.find(({ name }) => name === bench)?.figures ?? [];
  const compared = figures.map((figure) => compare(figure, old));
  if (compared.every((comparison) => (comparison?.verdict ?? 'not distinguishable') === 'not distinguishable')) {
    return figures.map((figure, index) => withComparison(figure, compared[index]));
  }
  const again = await measureAgain();
  return figures.map((figure, index) => {
    const first = compared[index];
    const repeated = again.find(({ name }) => name === figure.name);
    const second = repeated === undefined ? undefined : compare(repeated, old);
    if (first === undefined || first.verdict === second?.verdict) return withComparison(figure, first);
    return withComparison(figure, { ...first, verdict: 'not distinguishable' });
  });
}

function compare({ name, samples }: Figure, old: readonly Figure[]): Comparison | undefined {
  const before = old.find((figure) => figure.name === name)?.samples;
  return samples === undefined || before === undefined ? undefined : compareRuns(before, samples);
}

function withComparison(figure: Figure, comparison: Comparison | undefined): ComparedFigure {
  return comparison === undefined ? figure : { ...figure, comparison };
}
