import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Boundaries, noBoundaries } from '@platen/pdf-kit';
import type * as Tables from '@platen/pdf-kit/tables';
import type { Benchmark, Figure } from './benchmark.ts';
import { compareTables, f1Of } from './generated-tables/score-tables.ts';
import { effectFigures, effectTables } from './sensitivity/effect-tables.ts';
import type { Threshold } from './sensitivity/list-thresholds.ts';
import { createLiveThresholds, type LiveThresholds } from './sensitivity/live-thresholds.ts';
import { plainFigure } from './sensitivity/plain-figure.ts';
import { readSamples, type Sample, sampleSources } from './sensitivity/read-samples.ts';
import { type Effect, sweepThresholds } from './sensitivity/sweep-thresholds.ts';

const size = {
  drawnPages: Number(process.env.PLATEN_GENERATED_PAGES ?? 1),
  statements: Number(process.env.PLATEN_STATEMENTS ?? 60),
  stride: Number(process.env.PLATEN_CORPUS_STRIDE ?? 1),
  pagesOfFile: Number(process.env.PLATEN_PAGES_OF_FILE ?? 3),
};

const tablesEntry = fileURLToPath(import.meta.resolve('@platen/pdf-kit/tables'));
const tablesFolder = join(dirname(tablesEntry), 'tables');
const excelFolder = dirname(fileURLToPath(import.meta.resolve('@platen/pdf-to-excel')));

/** The stages from pages to sheet tables that a sample goes through. */
interface Stages {
  readonly findPageTables: typeof Tables.findPageTables;
  readonly sheetPagesOf: (
    read: readonly { readonly page: Sample['pages'][number]; readonly found: Tables.PageTables }[],
    content: 'tables',
    boundaries: Boundaries,
  ) => { readonly pages: readonly SheetPage[] };
  readonly joinTables: (pages: readonly SheetPage[]) => readonly SheetPage[];
}

/** What is read of a page of `pdf-to-excel`. */
interface SheetPage {
  readonly items: readonly (
    | { readonly kind: 'table'; readonly table: { readonly isForm: boolean; readonly cells: Tables.Table['cells'] } }
    | { readonly kind: 'line' }
  )[];
}

/** What the tables found in a sample are worth, and a text that changes when they do. */
interface Outcome {
  readonly f1: number | null;
  readonly cells: string;
}

/** What a moved threshold changes in the samples of one source. */
interface Change {
  /** Of the mean F1; null where nobody has written down the tables. */
  readonly f1: number | null;
  readonly documents: number;
}

let lastEffects: readonly Effect<Change>[] = [];

/** Runs on sources: `npm run bench -- sensitivity`. */
export const benchmark: Benchmark = {
  name: 'sensitivity',
  description: `Each threshold of table finding (\`pdf-kit/src/tables\`) moved by ±20 %, and by a quarter and four times where that has no effect: what the adjacency F1 does and in how many documents other tables or ledgers are found. Drawn tables (${size.drawnPages} page for each way of ruling and each place on the page), ${size.statements} drawn statements, and up to ${size.pagesOfFile} pages of each file of the corpus (\`PLATEN_CORPUS\`), those of the table competition with the truth beside them. Pages are read once; finding and joining tables is repeated.`,
  async run() {
    const samples = await readSamples(size);
    const live = createLiveThresholds(tablesFolder, [excelFolder]);
    const stages = await loadStages(live);
    const { usual, effects } = await sweepThresholds({
      live,
      samples,
      nameOf,
      isMoved: () => true,
      outcomeOf: async (sample) => outcomeOf(sample, stages),
      changesOf: (before, after) => sampleSources.map((source) => changeOf(source, samples, before, after)),
      isEffect,
    });
    lastEffects = effects;
    return [
      ...sampleSources.flatMap((source) => sourceFigures(source, samples, usual)),
      ...effectFigures(effects, isEffect),
    ];
  },
  notes: () =>
    [
      'In each column of a source the smaller value, then the larger: the change of F1, and in brackets how many documents change.',
      '',
      effectTables(lastEffects, {
        sources: sampleSources,
        isEffect,
        weightOf: ({ f1, documents }) => Math.abs(f1 ?? 0) + documents / 1000,
        format: signed,
        silence:
          'Cells and their texts are compared: what a threshold does to borders and edges of cells (`rule-borders.ts`, `cuts-on-rules.ts`, `sheet-…`), which Word shows, is not in these figures. ',
      }),
    ].join('\n'),
};

async function loadStages(live: LiveThresholds): Promise<Stages> {
  return {
    ...(await live.load<Pick<Stages, 'findPageTables'>>(tablesEntry)),
    ...(await live.load<Pick<Stages, 'sheetPagesOf'>>(join(excelFolder, 'stages.ts'))),
    ...(await live.load<Pick<Stages, 'joinTables'>>(join(excelFolder, 'join-tables.ts'))),
  };
}

function outcomeOf({ pages, printedSheet, truth }: Sample, stages: Stages): Outcome {
  const read = pages.map((page) => ({ page, found: stages.findPageTables(page, { printedSheet }) }));
  const items = stages
    .joinTables(stages.sheetPagesOf(read, 'tables', noBoundaries).pages)
    .flatMap((page) => page.items);
  const tables = items.flatMap((item) => (item.kind === 'table' ? [item.table] : []));
  const found = tables.filter(({ isForm }) => !isForm).map(({ cells }) => cells);
  return {
    f1: truth === null ? null : f1Of(compareTables(truth, found)),
    cells: JSON.stringify(tables.map(({ cells }) => cells.map(placeAndText))),
  };
}

function placeAndText({ row, column, rowSpan, columnSpan, text }: Tables.TableCell): readonly unknown[] {
  return [row, column, rowSpan, columnSpan, text];
}

function changeOf(
  source: Sample['source'],
  samples: readonly Sample[],
  usual: readonly Outcome[],
  outcomes: readonly (Outcome | undefined)[],
): Change {
  const own = [...samples.keys()].filter((index) => samples[index]?.source === source);
  const gains = own.flatMap((index) => {
    const [before, after] = [usual[index]?.f1 ?? null, outcomes[index]?.f1 ?? null];
    return before === null || after === null ? [] : [after - before];
  });
  return {
    f1: gains.length === 0 ? null : mean(gains),
    documents: own.filter((index) => outcomes[index]?.cells !== usual[index]?.cells).length,
  };
}

function sourceFigures(source: Sample['source'], samples: readonly Sample[], usual: readonly Outcome[]): Figure[] {
  const own = [...samples.keys()].filter((index) => samples[index]?.source === source);
  const pages = own.reduce((total, index) => total + (samples[index]?.pages.length ?? 0), 0);
  const scores = own.flatMap((index) => usual[index]?.f1 ?? []);
  const counts = [plainFigure(`${source}: documents`, own.length), plainFigure(`${source}: pages`, pages)];
  return scores.length === 0 ? counts : [...counts, plainFigure(`${source}: 1 − mean F1`, 1 - mean(scores))];
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
}

function isEffect({ documents }: Change): boolean {
  return documents > 0;
}

function signed({ f1, documents }: Change): string {
  if (documents === 0) return '0';
  return f1 === null ? `(${documents})` : `${f1 > 0 ? '+' : ''}${f1.toFixed(4)} (${documents})`;
}

function nameOf({ path, name }: Threshold): string {
  return `${relative(tablesFolder, path)} \`${name}\``;
}
