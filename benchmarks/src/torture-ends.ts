import type { TortureEnd } from './torture-jobs.ts';

/** What says nothing about the file: a failure of ours. */
export function isUnclear({ end }: TortureEnd): boolean {
  return end === 'internal' || end === 'INTERNAL_ERROR' || end.startsWith('5') || end.startsWith('unclear');
}

/** Ends at which somebody should look: a failure of ours, and whatever ran into a bound that only hostile files should meet. */
const notable = new Set(['worker_crashed', 'out_of_memory', 'timeout']);

/** How many jobs of each operation ended in which way, and the files behind the ends that are worth a look, as Markdown. */
export function formatEnds(ends: readonly TortureEnd[]): string {
  const operations = [...new Set(ends.map(({ operation }) => operation))].sort();
  const kinds = [...new Set(ends.map(({ end }) => end))].sort();
  const rows = kinds.map((kind) => {
    const counts = operations.map((name) => ends.filter(({ operation, end }) => operation === name && end === kind));
    return `| ${[kind, ...counts.map(({ length }) => length || '')].join(' | ')} |`;
  });
  const looked = ends.filter((end) => isUnclear(end) || notable.has(end.end));
  const files = Map.groupBy(looked, ({ operation, end }) => `${end} in ${operation}`);
  const lists = [...files].sort().map(([kind, found]) => {
    const names = found.map(({ fileName }) => `\`${fileName}\``).sort();
    return `- ${kind}: ${names.join(', ')}`;
  });
  return [
    `| end | ${operations.join(' | ')} |`,
    `| --- |${' --: |'.repeat(operations.length)}`,
    ...rows,
    '',
    ...lists,
    '',
  ].join('\n');
}
