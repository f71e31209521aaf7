import { compared, formatReport, judged, round } from './report.ts';
import type { ComparedFigure, Run } from './run-result.ts';

/** All that a run found, as one page without anything from elsewhere; `earlier` are runs to draw the course of, oldest first. */
export function htmlReport(run: Run, earlier: readonly Run[]): string {
  const { at, machine, peers, results } = run;
  const missing = Object.entries(peers).filter(([, version]) => version === null);
  const found = Object.entries(peers).filter(([, version]) => version !== null);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Platen: benchmarks</title>
<style>
:root { color-scheme: light dark; --ours: #2563eb; --missed: #c2410c; --line: #8884; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
td, th { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: middle; }
td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
svg { display: block; } .slower { color: var(--missed); } .faster { color: #15803d; } small, summary { opacity: .75; }
</style>
<h1>Benchmarks</h1>
<p>${escaped(at)} · Node ${escaped(machine.node)} · ${escaped(machine.processors)}, ${machine.memoryGigabytes} GiB · load ${machine.load.toFixed(1)} at the start${run.quick ? ' · a quick run' : ''}</p>
<p>Peers: ${escaped(found.map(([name, version]) => `${name} ${version}`).join(', ') || 'none')}.${missing.length === 0 ? '' : ` Missing: ${escaped(missing.map(([name]) => name).join(', '))}.`}
Bars are ratios to the peer, on a logarithmic scale from a tenth to ten; the line is equality, the thin bar the interval of 95 %.</p>
${results
  .map((result) => {
    if (result.skipped !== null)
      return `<h2>${escaped(result.name)}</h2><p>Not measured: ${escaped(result.skipped)}</p>`;
    const rows = result.figures.map((figure) => rowOf(figure, courseOf(figure.name, result.name, [...earlier, run])));
    return `<h2 id="${escaped(result.name)}">${escaped(result.name)}</h2>
<p>${escaped(result.description)} <small>${result.minutes.toFixed(1)} min</small></p>
<table><tr><th>figure<th>ours<th>peer<th>ratio<th><th>target<th>${earlier.length > 0 ? 'course' : ''}<th></tr>
${rows.join('\n')}</table>
<details><summary>Files, profiles and notes</summary><pre>${escaped(formatReport({ ...result, figures: [] }, machine))}</pre></details>`;
  })
  .join('\n')}
</html>
`;
}

function rowOf(figure: ComparedFigure, course: readonly number[]): string {
  const { name, unit, ours, peer, peerName, target, comparison } = figure;
  const isMissed = target !== undefined && judged(figure) > target;
  const cells = [
    `<td>${escaped(name)}`,
    `<td class="number">${round(ours)} ${escaped(unit)}`,
    `<td class="number">${peer === null ? '' : `${round(peer)} ${escaped(unit)} <small>${escaped(peerName ?? '')}</small>`}`,
    `<td class="number">${peer === null || peer === 0 ? '' : round(ours / peer)}`,
    `<td>${peer === null || peer === 0 ? '' : bar(figure, isMissed)}`,
    `<td class="number${isMissed ? ' slower' : ''}">${target === undefined ? '' : `≤ ${target}`}`,
    `<td>${course.length > 1 ? line(course) : ''}`,
    `<td class="${comparison?.verdict ?? ''}">${escaped(compared(figure))}`,
  ];
  return `<tr>${cells.join('')}</tr>`;
}

const width = 160;

/** A ratio on a logarithmic scale, with its interval. */
function bar({ ours, peer, interval }: ComparedFigure, isMissed: boolean): string {
  const place = (ratio: number) => (Math.min(1, Math.max(-1, Math.log10(ratio))) + 1) * (width / 2);
  const [zero, end] = [width / 2, place(ours / (peer ?? 1))];
  const range =
    interval === undefined
      ? ''
      : `<rect x="${place(interval.low)}" y="7" width="${Math.max(1, place(interval.high) - place(interval.low))}" height="2" fill="currentColor"/>`;
  return `<svg width="${width}" height="16" role="img" aria-label="${round(ours / (peer ?? 1))}"><rect x="${Math.min(zero, end)}" y="3" width="${Math.abs(end - zero)}" height="10" fill="var(${isMissed ? '--missed' : '--ours'})" opacity=".7"/>${range}<path d="M${zero} 0V16" stroke="currentColor"/></svg>`;
}

/** The figure in each run, in proportion to its yardstick where it has one. */
function courseOf(figure: string, bench: string, runs: readonly Run[]): readonly number[] {
  return runs.flatMap(({ results }) => {
    const found = results.find(({ name }) => name === bench)?.figures.find(({ name }) => name === figure);
    if (found === undefined) return [];
    const yardsticks = found.samples?.yardstick ?? [1];
    return [found.ours / (yardsticks.reduce((sum, value) => sum + value, 0) / yardsticks.length)];
  });
}

function line(values: readonly number[]): string {
  const highest = Math.max(...values, Number.MIN_VALUE);
  const points = values.map(
    (value, index) =>
      `${((index * (width - 4)) / (values.length - 1) + 2).toFixed(1)},${(22 - (value / highest) * 18).toFixed(1)}`,
  );
  return `<svg width="${width}" height="24" role="img" aria-label="course over ${values.length} runs"><polyline points="${points.join(' ')}" fill="none" stroke="var(--ours)" stroke-width="1.5"/></svg>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
}
