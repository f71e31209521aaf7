import type { Figure } from './benchmark.ts';
import type { BenchResult, ComparedFigure, Machine } from './run-result.ts';

/** What a benchmark found, as Markdown. */
export function formatReport(result: BenchResult, machine: Machine): string {
  const { name, description, figures, notes, files, profiles, skipped } = result;
  if (skipped !== null) return `# ${name}\n\nNot measured: ${skipped}\n`;
  const isCompared = figures.some(({ comparison }) => comparison !== undefined);
  const heads = ['figure', 'ours', 'peer', 'ratio', 'target', '', ...(isCompared ? ['against the baseline'] : [])];
  return [
    `# ${name}`,
    '',
    description,
    '',
    `Run: \`npm run bench -- ${name}\` · Node ${machine.node} · ${machine.processors}, ${machine.memoryGigabytes} GiB · load ${machine.load.toFixed(1)} at the start`,
    '',
    `| ${heads.join(' | ')} |`,
    `| --- | --: | --: | --: | --: | --- |${isCompared ? ' --- |' : ''}`,
    ...figures.map((figure) => `| ${[...cells(figure), ...(isCompared ? [compared(figure)] : [])].join(' | ')} |`),
    '',
    ...(files.length === 0
      ? []
      : [`Files: ${files.map(([file, bytes]) => `${file} (${size(bytes)})`).join(', ')}.`, '']),
    ...profiles.flatMap(({ work, thread, files: written, dearest }) => [
      `## ${work}, ${thread}`,
      '',
      ...dearest.map((each) => `- ${(each.share * 100).toFixed(1)} % ${each.name}`),
      '',
      `Profiles: ${written.join(', ')}`,
      '',
    ]),
    ...(notes === '' ? [] : [notes]),
  ].join('\n');
}

/** What a target is compared with: the ratio, or the figure itself where there is no peer. */
export function judged({ ours, peer }: Figure): number {
  return peer === null ? ours : ours / peer;
}

/** A figure for people to read. */
export function round(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** How a figure changed since the baseline. */
export function compared({ comparison }: ComparedFigure): string {
  if (comparison === undefined) return '';
  const { verdict, ratio, interval } = comparison;
  return `${verdict}: × ${round(ratio)} (${round(interval.low)} to ${round(interval.high)})`;
}

function cells(figure: Figure): readonly string[] {
  const { name, unit, ours, peer, peerName, target, interval } = figure;
  const range = interval === undefined ? '' : ` (${round(interval.low)}–${round(interval.high)})`;
  return [
    name,
    `${round(ours)} ${unit}${peer === null ? range : ''}`,
    peer === null ? '' : `${round(peer)} ${unit}${peerName === undefined ? '' : ` (${peerName})`}`,
    // Nothing can be set in proportion to a peer without any.
    peer === null || peer === 0 ? '' : `${round(ours / peer)}${range}`,
    target === undefined ? '' : `≤ ${target}`,
    target === undefined ? '' : judged(figure) <= target ? 'met' : '**missed**',
  ];
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
