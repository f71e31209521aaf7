import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { percentile } from '@platen/cli/bench';
import { generateApiKey } from '@platen/core';
import type { NodePair } from './answers/node-pair.ts';
import { openPostgresPair } from './answers/postgres-pair.ts';
import { questions, refusals } from './answers/questions.ts';
import { openSqlitePair } from './answers/sqlite-pair.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { setting } from './cluster/cluster-settings.ts';
import { figure } from './cluster/figures.ts';
import { history } from './cluster/fill-history.ts';

/** Answers of each kind, to each of the two. */
const samples = setting('SAMPLES', 300);
/** Jobs that are due to be purged at the end. */
const due = Math.min(20_000, history.ended);
const purgePatienceMs = 600_000;
/** `PLATEN_ANSWERS_STORES=sqlite` measures one of the two. */
const wantedStores = process.env.PLATEN_ANSWERS_STORES?.split(',') ?? ['postgres', 'sqlite'];

const lines: string[] = [];

/** What a node with much history answers, and how fast, beside one that has none. */
export const benchmark: Benchmark = {
  name: 'answers',
  description: `Two nodes at the same time, one on empty tables, one with ${history.ended} jobs that ended, ${history.waiting} that wait and ${history.deliveries} webhooks that are due to an endpoint that nothing listens at. ${samples} requests of each kind, to one and to the other in turn.`,
  async run() {
    // Beside the sources: a temporary folder may be in memory.
    const folder = await mkdtemp(join(import.meta.dirname, '.answers-'));
    await chmod(folder, 0o755);
    const { key, record } = generateApiKey({
      id: 'answers',
      name: 'answers',
      ownerId: 'owner-1',
      createdAt: Date.now(),
    });
    const figures: Figure[] = [];
    try {
      for (const open of [openPostgresPair, openSqlitePair]) {
        if (!wantedStores.some((name) => open.name.toLowerCase().includes(name))) continue;
        const pair = await open(folder, record);
        try {
          figures.push(...(await measurePair(pair, key)));
        } finally {
          await pair.end();
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return figures;
  },
  notes: () => lines.join('\n'),
};

async function measurePair(pair: NodePair, key: string): Promise<readonly Figure[]> {
  const { name, empty, full } = pair;
  const figures = [
    figure(`${name}: start on empty tables`, 'ms', empty.startMs),
    figure(`${name}: start with history`, 'ms', full.startMs),
  ];
  lines.push(
    `### ${name}`,
    '',
    '| | empty: median | 99th percentile | processor | with history: median | 99th percentile | processor |',
    '| --- | --: | --: | --: | --: | --: | --: |',
  );
  for (const { what, boundMs, pauseMs, ask } of questions(key)) {
    const sides = [empty, full].map((node) => ({ node, times: [] as number[] }));
    const before = await Promise.all(sides.map(({ node }) => node.cpuMs()));
    for (let round = 0; round < samples; round += 1) {
      for (const { node, times } of sides) times.push(await ask(node.url, round));
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    const cells = await Promise.all(
      sides.map(async ({ node, times }, index) => {
        const cpuMs = ((await node.cpuMs()) - (before[index] ?? 0)) / samples;
        return [percentile(times, 50), percentile(times, 99), cpuMs].map((ms) => `${ms.toFixed(1)} ms`);
      }),
    );
    lines.push(`| ${what} | ${cells.flat().join(' | ')} |`);
    console.error(lines.at(-1));
    const [emptyMs = Number.NaN, fullMs = Number.NaN] = sides.map(({ times }) => percentile(times, 99));
    figures.push(
      figure(`${name}: ${what}, 99th percentile on empty tables`, 'ms', emptyMs),
      figure(`${name}: ${what}, 99th percentile with history`, 'ms', fullMs, boundMs ?? 3 * emptyMs),
    );
  }
  lines.push('');
  const refused = [empty, full].map(({ url }) => refusals.get(url) ?? 0);
  return [
    ...figures,
    figure(`${name}: submissions answered 503 on empty tables`, '', refused[0] ?? 0),
    figure(`${name}: submissions answered 503 with history`, '', refused[1] ?? 0, refused[0] ?? 0),
    ...(await measurePurge(pair)),
  ];
}

async function measurePurge(pair: NodePair): Promise<readonly Figure[]> {
  const { startMs } = await pair.restartWithDue(due);
  const begunAt = performance.now();
  let left = due;
  while (left > 0 && performance.now() - begunAt < purgePatienceMs) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    left = await pair.leftDue();
  }
  const seconds = (performance.now() - begunAt) / 1_000;
  return [
    figure(`${pair.name}: start with history and ${due} jobs due to be purged`, 'ms', startMs),
    figure(`${pair.name}: jobs purged a second`, '', (due - left) / seconds),
  ];
}
