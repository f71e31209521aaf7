import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Tables from '@platen/pdf-kit/tables';
import type { Benchmark, Figure } from './benchmark.ts';
import { compareTables, f1Of } from './generated-tables/score-tables.ts';
import type { Threshold } from './sensitivity/list-thresholds.ts';
import { createLiveThresholds, type LiveThresholds } from './sensitivity/live-thresholds.ts';
import { readSamples, type Sample, sampleSources } from './sensitivity/read-samples.ts';

const size = {
  drawnPages: Number(process.env.PLATEN_GENERATED_PAGES ?? 1),
  statements: Number(process.env.PLATEN_STATEMENTS ?? 60),
  stride: Number(process.env.PLATEN_CORPUS_STRIDE ?? 1),
  pagesOfFile: Number(process.env.PLATEN_PAGES_OF_FILE ?? 3),
};
/** The thresholds that are moved: all, or those whose file and name match. */
const chosen = new RegExp(process.env.PLATEN_THRESHOLDS ?? '');
/** What each threshold is multiplied by; whole numbers are moved by one at least. */
const near = [0.8, 1.2] as const;
/** What those are multiplied by that have no effect so near: a rule that nothing depends on has none either. */
const far = [0.25, 4] as const;

const tablesEntry = fileURLToPath(import.meta.resolve('@platen/pdf-kit/tables'));
const tablesFolder = join(dirname(tablesEntry), 'tables');
const excelFolder = dirname(fileURLToPath(import.meta.resolve('@platen/pdf-to-excel')));

/** The stages from pages to sheet tables that a sample goes through. */
interface Stages {
  readonly findPageTables: typeof Tables.findPageTables;
  readonly sheetPagesOf: (
    read: readonly { readonly page: Sample['pages'][number]; readonly found: Tables.PageTables }[],
    content: 'tables',
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

interface Effect {
  readonly threshold: Threshold;
  /** Documents in which it is read. */
  readonly readers: number;
  readonly near: Changes;
  /** Null where nearer ones have an effect. */
  readonly far: Changes | null;
}

/** What a smaller and a larger value change, for each source. */
interface Changes {
  readonly less: readonly Change[];
  readonly more: readonly Change[];
}

/** What a moved threshold changes in the samples of one source. */
interface Change {
  /** Of the mean F1; null where nobody has written down the tables. */
  readonly f1: number | null;
  readonly documents: number;
}

let lastEffects: readonly Effect[] = [];

/** Runs on sources: `npm run bench -- sensitivity`. */
export const benchmark: Benchmark = {
  name: 'sensitivity',
  description: `Each threshold of table finding (\`pdf-kit/src/tables\`) moved by ±20 %, and by a quarter and four times where that has no effect: what the adjacency F1 does and in how many documents other tables or ledgers are found. Drawn tables (${size.drawnPages} page for each way of ruling and each place on the page), ${size.statements} drawn statements, and up to ${size.pagesOfFile} pages of each file of the corpus (\`PLATEN_CORPUS\`), those of the table competition with the truth beside them. Pages are read once; finding and joining tables is repeated.`,
  async run() {
    const samples = await readSamples(size);
    const live = createLiveThresholds(tablesFolder, excelFolder);
    const stages = await loadStages(live);
    const usual = samples.map((sample) => outcomeOf(sample, stages));
    const reads = samples.map((sample) => live.readsOf(() => outcomeOf(sample, stages)));
    const effects: Effect[] = [];
    for (const [index, threshold] of live.thresholds.entries()) {
      if (!chosen.test(nameOf(threshold))) continue;
      const changesAt = (value: number) => {
        const outcomes = samples.map((sample, at) => {
          if (reads[at]?.has(index) !== true) return usual[at];
          return live.runWith(index, value, () => outcomeOf(sample, stages));
        });
        return sampleSources.map((source) => changeOf(source, samples, usual, outcomes));
      };
      const changesBy = ([less, more]: readonly [number, number]): Changes => ({
        less: changesAt(moved(threshold.value, less)),
        more: changesAt(moved(threshold.value, more)),
      });
      const nearBy = changesBy(near);
      const readers = reads.filter((own) => own.has(index)).length;
      effects.push({ threshold, readers, near: nearBy, far: hasEffect(nearBy) ? null : changesBy(far) });
      console.error(`${effects.length} of ${live.thresholds.length}: ${nameOf(threshold)}`);
    }
    lastEffects = effects;
    return [
      ...sampleSources.flatMap((source) => sourceFigures(source, samples, usual)),
      figure('thresholds', effects.length),
      figure('thresholds with an effect at ±20 %', effects.filter(({ near }) => hasEffect(near)).length),
      figure('thresholds with an effect at × ¼ or × 4 only', effects.filter(({ far }) => hasEffect(far)).length),
    ];
  },
  notes: () =>
    [
      'In each column of a source the smaller value, then the larger: the change of F1, and in brackets how many documents change.',
      '',
      '## Effect at ±20 %',
      '',
      ...tableOf(lastEffects, ({ near }) => near),
      '',
      '## Effect at a quarter or four times as much only',
      '',
      ...tableOf(lastEffects, ({ far }) => far),
      '',
      '## No effect',
      '',
      'Neither near nor far, on this sample, which says little of the documents it lacks; in brackets how many documents the threshold is read in. Cells and their texts are compared: what a threshold does to borders and edges of cells (`rule-borders.ts`, `cuts-on-rules.ts`, `sheet-…`), which Word shows, is not in these figures. Where it is read in none, the rule is for a kind of document that is not in the sample.',
      '',
      lastEffects
        .filter(({ near, far }) => !hasEffect(near) && !hasEffect(far))
        .map(({ threshold, readers }) => `${nameOf(threshold)} (${readers})`)
        .join(', '),
      '',
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
  const items = stages.joinTables(stages.sheetPagesOf(read, 'tables').pages).flatMap((page) => page.items);
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

function moved(value: number, factor: number): number {
  if (!Number.isInteger(value)) return value * factor;
  return Math.max(0, value + Math.sign(factor - 1) * Math.max(1, Math.round(Math.abs(factor - 1) * value)));
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
  const counts = [figure(`${source}: documents`, own.length), figure(`${source}: pages`, pages)];
  return scores.length === 0 ? counts : [...counts, figure(`${source}: 1 − mean F1`, 1 - mean(scores))];
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
}

function hasEffect(changes: Changes | null): boolean {
  return changes !== null && [...changes.less, ...changes.more].some(({ documents }) => documents > 0);
}

/** What changes the score most comes first. */
function weightOf({ less, more }: Changes): number {
  return [...less, ...more].reduce((total, { f1, documents }) => total + Math.abs(f1 ?? 0) + documents / 1000, 0);
}

function figure(name: string, ours: number): Figure {
  return { name, unit: '', ours, peer: null };
}

function tableOf(effects: readonly Effect[], changesOf: (effect: Effect) => Changes | null): readonly string[] {
  const rows = effects
    .flatMap((effect) => ({ ...effect, changes: changesOf(effect) ?? { less: [], more: [] } }))
    .filter(({ changes }) => hasEffect(changes))
    .toSorted((one, other) => weightOf(other.changes) - weightOf(one.changes))
    .map(({ threshold, readers, changes: { less, more } }) => {
      const cells = less.map((change, index) => `${signed(change)}, ${signed(more[index])}`);
      return `| ${[nameOf(threshold), threshold.value, readers, ...cells].join(' | ')} |`;
    });
  return [
    `| threshold | value | read in | ${sampleSources.join(' | ')} |`,
    `| --- | --: | --: |${' --- |'.repeat(sampleSources.length)}`,
    ...rows,
  ];
}

function signed(change: Change | undefined): string {
  if (change === undefined || change.documents === 0) return '0';
  const { f1, documents } = change;
  return f1 === null ? `(${documents})` : `${f1 > 0 ? '+' : ''}${f1.toFixed(4)} (${documents})`;
}

function nameOf({ path, name }: Threshold): string {
  return `${relative(tablesFolder, path)} \`${name}\``;
}
