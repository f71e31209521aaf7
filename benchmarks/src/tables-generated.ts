import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@platen/cli/bench';
import { openPageModel } from '@platen/pdf-kit/page-model';
import { findTables } from '@platen/pdf-kit/tables';
import type { Benchmark, Figure } from './benchmark.ts';
import { tableStyles } from './generated-tables/design-table.ts';
import { drawPage, pageScenes } from './generated-tables/draw-page.ts';
import { compareTables, f1Of } from './generated-tables/score-tables.ts';
import { hashOf } from './hash-of.ts';
import { runSettings } from './run-settings.ts';

/** `PLATEN_GENERATED_PAGES` (10) pages of each style in each scene, from `PLATEN_GENERATED_SEED` (1) on; `PLATEN_GENERATED_FOLDER` keeps them. */
const pagesEach = Number(process.env.PLATEN_GENERATED_PAGES ?? (runSettings.quick ? 1 : 10));
const keptFolder = process.env.PLATEN_GENERATED_FOLDER;
const firstSeed = Number(process.env.PLATEN_GENERATED_SEED ?? 1);

let lastScores: readonly PageScore[] = [];

export const benchmark: Benchmark = {
  name: 'tables-generated',
  description: `Random tables drawn with what a reader sees in them: statistics and itemised lists, headers of up to three levels, wrapped cells, groups, totals, gaps and numbers as several countries write them; ${pagesEach} pages for each way of ruling and each way of standing on the page, from seed ${firstSeed} on. Adjacency F1 as in the table competition of ICDAR 2013, mean over pages.`,
  async run() {
    const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'platen-bench-tables-')));
    await mkdir(folder, { recursive: true });
    try {
      lastScores = await scorePages(folder);
    } finally {
      if (keptFolder === undefined) await rm(folder, { recursive: true });
    }
    return [
      figure('1 − F1, all pages', lastScores),
      ...tableStyles.map((style) =>
        figure(
          `1 − F1, ${style}`,
          lastScores.filter((score) => score.style === style),
        ),
      ),
      ...pageScenes.map((scene) =>
        figure(
          `1 − F1, ${scene}`,
          lastScores.filter((score) => score.scene === scene),
        ),
      ),
    ];
  },
  notes: () => worstPages(lastScores),
};

interface PageScore {
  readonly name: string;
  readonly style: (typeof tableStyles)[number];
  readonly scene: (typeof pageScenes)[number];
  readonly f1: number;
}

async function scorePages(folder: string): Promise<readonly PageScore[]> {
  const scores: PageScore[] = [];
  for (const style of tableStyles) {
    for (const scene of pageScenes) {
      for (let seed = firstSeed; seed < firstSeed + pagesEach; seed += 1) {
        const name = `${style}-${scene}-${seed}`;
        const random = createRandom(hashOf(name));
        const { pdf, tables } = await drawPage(random, style, scene);
        const path = join(folder, `${name}.pdf`);
        await writeFile(path, pdf);
        await writeFile(join(folder, `${name}.json`), JSON.stringify(tables));
        scores.push({ name, style, scene, f1: f1Of(compareTables(tables, await tablesOf(path))) });
      }
    }
  }
  return scores;
}

async function tablesOf(path: string) {
  const document = await openPageModel(path);
  try {
    return findTables(await document.readPage(1)).map(({ cells }) => cells);
  } finally {
    await document.close();
  }
}

function figure(name: string, scores: readonly PageScore[]): Figure {
  const mean = scores.reduce((total, { f1 }) => total + f1, 0) / Math.max(1, scores.length);
  return { name: `${name} (${scores.length})`, unit: '', ours: 1 - mean, peer: null };
}

function worstPages(scores: readonly PageScore[]): string {
  const worst = [...scores].sort((a, b) => a.f1 - b.f1).slice(0, 20);
  return ['Worst pages:', '', ...worst.map(({ name, f1 }) => `- ${name}: ${f1.toFixed(3)}`), ''].join('\n');
}
