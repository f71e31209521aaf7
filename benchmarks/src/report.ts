import { cpus, totalmem } from 'node:os';
import type { Benchmark, Figure } from './benchmark.ts';

/** The figures of a run as a Markdown table. */
export function formatReport({ name, description, notes }: Benchmark, figures: readonly Figure[]): string {
  const [cpu] = cpus();
  const rows = figures.map((figure) => `| ${cells(figure).join(' | ')} |`);
  return [
    `# ${name}`,
    '',
    description,
    '',
    `Run: \`npm run bench -- ${name}\` · Node ${process.versions.node} · ${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    '',
    '| figure | ours | peer | ratio | target | |',
    '| --- | --: | --: | --: | --: | --- |',
    ...rows,
    '',
    ...(notes === undefined ? [] : [notes()]),
  ].join('\n');
}

/** What a target is compared with: the ratio, or the figure itself where there is no peer. */
export function judged({ ours, peer }: Figure): number {
  return peer === null ? ours : ours / peer;
}

function cells(figure: Figure): readonly string[] {
  const { name, unit, ours, peer, peerName, target } = figure;
  return [
    name,
    `${round(ours)} ${unit}`,
    peer === null ? '' : `${round(peer)} ${unit}${peerName === undefined ? '' : ` (${peerName})`}`,
    // Nothing can be set in proportion to a peer without any.
    peer === null || peer === 0 ? '' : round(ours / peer),
    target === undefined ? '' : `≤ ${target}`,
    target === undefined ? '' : judged(figure) <= target ? 'met' : '**missed**',
  ];
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
