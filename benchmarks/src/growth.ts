import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Figure } from './benchmark.ts';
import { type GrowthFile, pdfGrowth, tiffGrowth } from './growth/growth-files.ts';
import { measureConversions } from './growth/measure-conversions.ts';
import { runSettings } from './run-settings.ts';

/** Anything that grows faster is a fault. */
const highestExponent = 1.3;
/** Times below this are the constant part of a conversion, and noise. */
const leastMs = 200;
const factors = [1, 2, 4, 8];

interface Growth {
  readonly operation: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly files: readonly GrowthFile[];
}

const noOcr = { ocr: 'off' };
const whole: readonly Growth[] = [
  { operation: 'pdf/split', options: {}, files: pdfGrowth },
  { operation: 'pdf/merge', options: {}, files: pdfGrowth },
  { operation: 'pdf/compress', options: {}, files: pdfGrowth },
  { operation: 'pdf/to-word', options: noOcr, files: pdfGrowth },
  { operation: 'pdf/to-excel', options: { ...noOcr, content: 'all' }, files: pdfGrowth },
  { operation: 'pdf/to-image', options: { dpi: 24 }, files: pdfGrowth },
  { operation: 'image/to-pdf', options: {}, files: [tiffGrowth] },
];
/** What CI measures: seconds. */
const small = /^(?:pdf\/merge|pdf\/split|image\/to-pdf): .*(?:pages|layers|tags|fields)$/;

interface Row {
  readonly operation: string;
  readonly thing: string;
  readonly count: number;
  readonly timesMs: readonly number[];
  readonly failure: string | null;
}

const rows: Row[] = [];

/**
 * `npm run bench -- growth`. `PLATEN_GROWTH=small` measures a few, and any other value those that match it, such as
 * `to-excel: (words|columns)`.
 */
export const benchmark: Benchmark = {
  name: 'growth',
  description:
    'The exponent by which processor time grows with the number of things in a file: from the last doubling of n, 2n, 4n and 8n, in one process for each row, after a first conversion that is not counted.',
  async run() {
    const { PLATEN_GROWTH: asked = runSettings.quick ? 'small' : '' } = process.env;
    const wanted = asked === 'small' ? small : new RegExp(asked);
    const figures: Figure[] = [];
    for (const { operation, options, files } of whole) {
      for (const file of files.filter(({ thing }) => wanted.test(`${operation}: ${thing}`))) {
        const row = await measure(operation, options, file);
        rows.push(row);
        figures.push({
          name: `${operation}: ${file.thing}`,
          unit: '',
          ours: row.failure === null ? exponentOf(row.timesMs) : Number.POSITIVE_INFINITY,
          peer: null,
          target: highestExponent,
        });
      }
    }
    return figures;
  },
  notes() {
    const lines = rows.map(({ operation, thing, count, timesMs, failure }) => {
      const times = factors.map((_, at) => (timesMs[at] === undefined ? '' : Math.round(timesMs[at])));
      return `| ${operation} | ${thing} | ${count} | ${times.join(' | ')} | ${failure ?? ''} |`;
    });
    return [
      'Processor time in milliseconds. Where the longest is under 200 ms, the exponent is given as 0.',
      '',
      '| operation | of | n | n | 2n | 4n | 8n | |',
      '| --- | --- | --: | --: | --: | --: | --: | --- |',
      ...lines,
      '',
    ].join('\n');
  },
};

async function measure(operation: string, options: Growth['options'], file: GrowthFile): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-growth-files-'));
  try {
    const paths: string[] = [];
    for (const factor of factors) {
      const path = join(folder, `${factor}.${file.extension}`);
      await writeFile(path, file.make(file.count * factor));
      paths.push(path);
    }
    const [first = ''] = paths;
    const inputs = [first, ...paths].map((path) => (operation === 'pdf/merge' ? [path, path] : [path]));
    const ends = await measureConversions({ operation, options, inputs });
    const counted = ends.slice(1);
    // A page of rules alone has no tables, which is found by reading it.
    const failed = counted.find(({ error }) => error !== null && error.details.reason !== 'no_tables')?.error;
    const failure = counted.length < factors.length ? 'took too long' : (failed?.message ?? null);
    return { operation, thing: file.thing, count: file.count, timesMs: counted.map(({ cpuMs }) => cpuMs), failure };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** From the last doubling, where the constant part of the time weighs least. */
function exponentOf(timesMs: readonly number[]): number {
  const [third = 0, fourth = 0] = timesMs.slice(-2);
  return fourth < leastMs ? 0 : Math.max(0, Math.log2(fourth / third));
}
