import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createRandom } from '@platen/cli/bench';
import { openPageModel, type Page } from '@platen/pdf-kit/page-model';
import { isPrintedSheet } from '@platen/pdf-kit/tables';
import { corpusFiles } from '../corpus-files.ts';
import { tableStyles } from '../generated-tables/design-table.ts';
import { drawPage, pageScenes, type TruthCell } from '../generated-tables/draw-page.ts';
import { hashOf } from '../hash-of.ts';
import { drawStatement } from '../statements/draw-statement.ts';
import { statementMakers } from '../statements/statement-makers.ts';
import type { Statement } from '../statements/statement-page.ts';
import { readStructure, type TruthTable } from './read-structure.ts';

/** Which documents the sample is drawn from. */
export const sampleSources = ['drawn tables', 'drawn statements', 'competition', 'corpus'] as const;

/** A document whose pages have been read once, so that only table finding is repeated. */
export interface Sample {
  readonly source: (typeof sampleSources)[number];
  readonly name: string;
  readonly pages: readonly Page[];
  readonly printedSheet: boolean;
  /** The tables that a reader sees on these pages; null where nobody has written them down. */
  readonly truth: readonly (readonly TruthCell[])[] | null;
}

export interface SampleSize {
  /** Pages for each way of ruling a table and each place on the page. */
  readonly drawnPages: number;
  readonly statements: number;
  /** One in so many files of the corpus, and up to so many pages of each. */
  readonly stride: number;
  readonly pagesOfFile: number;
}

/** Reads the pages of all samples. */
export async function readSamples(size: SampleSize): Promise<readonly Sample[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'platen-bench-sensitivity-'));
  try {
    return [
      ...(await drawnTables(size, scratch)),
      ...(await drawnStatements(size, scratch)),
      ...(await corpusSamples(size)),
    ];
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function drawnTables({ drawnPages }: SampleSize, scratch: string): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const style of tableStyles) {
    for (const scene of pageScenes) {
      for (let seed = 1; seed <= drawnPages; seed += 1) {
        const name = `${style}-${scene}-${seed}`;
        const { pdf, tables } = await drawPage(createRandom(hashOf(name)), style, scene);
        const path = join(scratch, 'drawn.pdf');
        await writeFile(path, pdf);
        samples.push({ source: 'drawn tables', name, truth: tables, ...(await readPages(path, [1])) });
      }
    }
  }
  return samples;
}

async function drawnStatements({ statements }: SampleSize, scratch: string): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (let seed = 0; seed < statements; seed += 1) {
    const statement = statementMakers[seed % statementMakers.length]?.(createRandom(seed));
    if (statement === undefined) continue;
    const path = join(scratch, 'statement.pdf');
    await writeFile(path, await drawStatement(statement));
    const truth = [truthOf(statement)];
    samples.push({
      source: 'drawn statements',
      name: `${statement.layout}-${seed}`,
      truth,
      ...(await readPages(path)),
    });
  }
  return samples;
}

/** The one table of a statement, as it is on all its pages together. */
function truthOf({ columns, rows, look }: Statement): readonly TruthCell[] {
  const headings = look.bare === true ? [] : [columns.map(({ heading }) => heading)];
  const lines = [...headings, ...rows.map(({ cells }) => cells.map((cell) => cell?.lines ?? []))];
  return lines.flatMap((cells, row) =>
    cells.map((cell, column) => ({ row, column, rowSpan: 1, columnSpan: 1, text: cell.join(' ') })),
  );
}

/** Files of the corpus; those of the competition, with their tables beside them, by the pages that have tables. */
async function corpusSamples({ stride, pagesOfFile }: SampleSize): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const [index, path] of (await corpusFiles('.pdf')).entries()) {
    if (index % stride !== 0) continue;
    const structure = await readFile(path.replace(/\.pdf$/, '-str.xml'), 'utf8').catch(() => null);
    const tables = structure === null ? null : readStructure(structure);
    const numbers = tables === null ? undefined : pagesOf(tables).slice(0, pagesOfFile);
    const read = await readPages(path, numbers, pagesOfFile).catch(() => null);
    // A file that cannot be read is not what is measured here.
    if (read === null) continue;
    const whole = tables?.filter(({ pages }) => pages.every((page) => numbers?.includes(page)));
    const truth = whole?.map(({ cells }) => cells) ?? null;
    samples.push({ source: truth === null ? 'corpus' : 'competition', name: basename(path), truth, ...read });
  }
  return samples;
}

function pagesOf(tables: readonly TruthTable[]): readonly number[] {
  return [...new Set(tables.flatMap(({ pages }) => pages))].toSorted((one, other) => one - other);
}

async function readPages(
  path: string,
  numbers?: readonly number[],
  limit = Number.POSITIVE_INFINITY,
): Promise<Pick<Sample, 'pages' | 'printedSheet'>> {
  const document = await openPageModel(path);
  try {
    const pages: Page[] = [];
    const all = Array.from({ length: document.pageCount }, (_, index) => index + 1);
    for (const number of (numbers ?? all).slice(0, limit)) pages.push(await document.readPage(number));
    return { pages, printedSheet: isPrintedSheet(document.info) };
  } finally {
    await document.close();
  }
}
