import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPageModel, type Page } from '@platen/pdf-kit/page-model';
import type * as Tables from '@platen/pdf-kit/tables';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { tableStyles } from './generated-tables/design-table.ts';
import { drawPage, pageScenes, type TruthCell } from './generated-tables/draw-page.ts';
import { createRandom, hashOf } from './generated-tables/random.ts';
import { compareTables, f1Of } from './generated-tables/score-tables.ts';
import { importPerturbed } from './sensitivity/import-perturbed.ts';
import { listThresholds, type Threshold } from './sensitivity/list-thresholds.ts';

/** Pages of each style in each scene, and one in so many files of the corpus, up to `pagesOfFile` pages of each. */
const pagesEach = Number(process.env.PLATEN_GENERATED_PAGES ?? 1);
const stride = Number(process.env.PLATEN_CORPUS_STRIDE ?? 3);
const pagesOfFile = Number(process.env.PLATEN_PAGES_OF_FILE ?? 2);
/** How far each threshold is moved, as a share of it; whole numbers by one at least. */
const step = 0.2;

const entry = fileURLToPath(import.meta.resolve('@platen/pdf-kit/tables'));
const folder = join(dirname(entry), 'tables');

interface Sample {
  /** Pages with the tables that a reader sees on them. */
  readonly drawn: readonly { readonly page: Page; readonly truth: readonly (readonly TruthCell[])[] }[];
  readonly real: readonly Page[];
}

/** What the tables found on the sample are worth. */
interface Outcome {
  readonly f1: number;
  /** The cells of each real page, to see which pages change. */
  readonly real: readonly string[];
}

interface Effect {
  readonly threshold: Threshold;
  readonly less: Change;
  readonly more: Change;
}

interface Change {
  readonly f1: number;
  readonly pages: number;
}

let lastEffects: readonly Effect[] = [];
let lastPages = 0;

/** Runs on sources: `npm run bench -- sensitivity`. */
export const benchmark: Benchmark = {
  name: 'sensitivity',
  description: `Each threshold of table finding (\`pdf-kit/src/tables\`) moved by ±${step * 100} %: what the adjacency F1 of generated tables does (${pagesEach} page for each way of ruling and each place on the page), and on how many pages of one in ${stride} files of the corpus (\`PLATEN_CORPUS\`, ${pagesOfFile} pages each) other tables or ledgers are found.`,
  async run() {
    const sample = { drawn: await drawSample(), real: await readCorpus() };
    const usual = await outcomeWith(null, sample);
    const thresholds = listThresholds(folder);
    const effects: Effect[] = [];
    for (const [index, threshold] of thresholds.entries()) {
      if (index % 20 === 0) console.error(`${index} of ${thresholds.length} thresholds`);
      const less = changeOf(usual, await outcomeWith({ ...threshold, value: moved(threshold.value, -1) }, sample));
      const more = changeOf(usual, await outcomeWith({ ...threshold, value: moved(threshold.value, 1) }, sample));
      effects.push({ threshold, less, more });
    }
    lastEffects = effects;
    lastPages = sample.real.length;
    const carrying = effects.filter(carriesWeight);
    return [
      figure('1 − F1 of generated tables', 1 - usual.f1),
      figure('generated pages', sample.drawn.length),
      figure('pages of the corpus', sample.real.length),
      figure('thresholds', thresholds.length),
      figure('thresholds that carry weight here', carrying.length),
      figure('largest loss of F1', -Math.min(0, ...effects.flatMap(({ less, more }) => [less.f1, more.f1]))),
      figure('largest gain of F1', Math.max(0, ...effects.flatMap(({ less, more }) => [less.f1, more.f1]))),
    ];
  },
  notes: () => {
    const [carrying, others] = [lastEffects.filter(carriesWeight), lastEffects.filter((one) => !carriesWeight(one))];
    const weight = ({ less, more }: Effect) =>
      Math.abs(less.f1) + Math.abs(more.f1) + (less.pages + more.pages) / Math.max(1, lastPages);
    return [
      `| threshold | value | F1 at −${step * 100} % | F1 at +${step * 100} % | pages that change |`,
      '| --- | --: | --: | --: | --: |',
      ...carrying.sort((one, other) => weight(other) - weight(one)).map(row),
      '',
      'No effect on this sample, which says little of the documents it lacks:',
      others.map(({ threshold }) => nameOf(threshold)).join(', '),
      '',
    ].join('\n');
  },
};

async function drawSample(): Promise<Sample['drawn']> {
  const scratch = await mkdtemp(join(tmpdir(), 'platen-bench-sensitivity-'));
  const drawn: Sample['drawn'][number][] = [];
  try {
    for (const style of tableStyles) {
      for (const scene of pageScenes) {
        for (let seed = 1; seed <= pagesEach; seed += 1) {
          const { pdf, tables } = await drawPage(createRandom(hashOf(`${style}-${scene}-${seed}`)), style, scene);
          const path = join(scratch, 'page.pdf');
          await writeFile(path, pdf);
          const [page] = await readPages(path, 1);
          if (page !== undefined) drawn.push({ page, truth: tables });
        }
      }
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
  return drawn;
}

async function readCorpus(): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (const [index, path] of (await corpusFiles('.pdf')).entries()) {
    // A file that cannot be read is not what is measured here.
    if (index % stride === 0) pages.push(...(await readPages(path, pagesOfFile).catch(() => [])));
  }
  return pages;
}

async function readPages(path: string, most: number): Promise<readonly Page[]> {
  const document = await openPageModel(path);
  try {
    const pages: Page[] = [];
    for (let number = 1; number <= Math.min(most, document.pageCount); number += 1) {
      pages.push(await document.readPage(number));
    }
    return pages;
  } finally {
    await document.close();
  }
}

/** What the table finder makes of the sample with one threshold changed. */
async function outcomeWith(changed: Threshold | null, { drawn, real }: Sample): Promise<Outcome> {
  const { findPageTables, findLedgers } = await importPerturbed<typeof Tables>(entry, folder, changed);
  const scores = drawn.map(({ page, truth }) =>
    f1Of(
      compareTables(
        truth,
        findPageTables(page, {}).tables.map(({ cells }) => cells),
      ),
    ),
  );
  return {
    f1: scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length),
    real: real.map((page) => {
      const found = findPageTables(page, {});
      const [ledgers = []] = findLedgers([found]);
      return JSON.stringify([found.tables, ledgers.map(({ table }) => table)].map((tables) => tables.map(cellsOf)));
    }),
  };
}

function cellsOf({ cells }: Tables.Table): readonly unknown[] {
  return cells.map(({ row, column, rowSpan, columnSpan, text }) => [row, column, rowSpan, columnSpan, text]);
}

function moved(value: number, direction: -1 | 1): number {
  if (!Number.isInteger(value)) return value * (1 + direction * step);
  return value + direction * Math.max(1, Math.round(step * value));
}

function changeOf(usual: Outcome, { f1, real }: Outcome): Change {
  return { f1: f1 - usual.f1, pages: real.filter((cells, index) => cells !== usual.real[index]).length };
}

function carriesWeight({ less, more }: Effect): boolean {
  return less.f1 !== 0 || more.f1 !== 0 || less.pages > 0 || more.pages > 0;
}

function figure(name: string, ours: number): Figure {
  return { name, unit: '', ours, peer: null };
}

function row({ threshold, less, more }: Effect): string {
  const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(4)}`;
  const cells = [nameOf(threshold), threshold.value, signed(less.f1), signed(more.f1), `${less.pages}, ${more.pages}`];
  return `| ${cells.join(' | ')} |`;
}

function nameOf({ path, name }: Threshold): string {
  return `${relative(folder, path)} \`${name}\``;
}
