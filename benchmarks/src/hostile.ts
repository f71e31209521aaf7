import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Figure } from './benchmark.ts';
import type { ConversionEnd } from './growth/conversions-alone.ts';
import { pdfGrowth } from './growth/growth-files.ts';
import { measureConversions } from './growth/measure-conversions.ts';
import { hostileImages } from './hostile/hostile-images.ts';
import { type HostileFile, hostilePdfs } from './hostile/hostile-pdfs.ts';

const mostMs = 10_000;
const mostBytes = 100_000;
/** What is worth a line of the notes. */
const notableMs = 5_000;

const pdfOperations = ['split', 'merge', 'compress', 'to-word', 'to-excel', 'to-markdown', 'to-image'].map(
  (name) => `pdf/${name}`,
);
/** `PLATEN_HOSTILE='ocr: content'` measures what matches. */
const wanted = new RegExp(process.env.PLATEN_HOSTILE ?? '');

interface Row {
  readonly operation: string;
  readonly name: string;
  readonly end: ConversionEnd | null;
}

const rows: Row[] = [];

/** What files of a few kilobytes take that share, nest, go in circles, expand, and draw much. */
export const benchmark: Benchmark = {
  name: 'hostile',
  description: `Processor time of ${hostilePdfs.length} hostile PDFs and ${hostileImages.length} hostile pictures, each under ${mostBytes / 1_000} KB, through the operations, until each is done or refused.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-hostile-'));
    try {
      for (const operation of [...pdfOperations, 'ocr']) rows.push(...(await measure(folder, operation, hostilePdfs)));
      rows.push(...(await measure(folder, 'image/to-pdf', hostileImages)));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return [...new Set(rows.map(({ operation }) => operation))].flatMap((operation) => figuresOf(operation));
  },
  notes() {
    return [
      `What took more than ${notableMs / 1_000} s of processor time, was given up after 30 s of it, or is a fault of ours.`,
      '',
      '| operation | file | s | |',
      '| --- | --- | --: | --- |',
      ...rows.filter(isNotable).map(lineOf),
    ].join('\n');
  },
};

function isNotable({ end }: Row): boolean {
  return end === null || end.cpuMs > notableMs || end.error?.code === 'INTERNAL_ERROR';
}

function lineOf({ operation, name, end }: Row): string {
  const taken = end === null ? '' : (end.cpuMs / 1_000).toFixed(1);
  return `| ${operation} | ${name} | ${taken} | ${end === null ? 'given up' : (end.error?.message ?? 'done')} |`;
}

function figuresOf(operation: string): readonly Figure[] {
  const ends = rows.filter((row) => row.operation === operation).map(({ end }) => end);
  const slow = ends.filter((end) => end === null || end.cpuMs > mostMs);
  const faults = ends.filter((end) => end?.error?.code === 'INTERNAL_ERROR');
  const figure = { unit: '', peer: null, target: 0 };
  return [
    { name: `${operation}: hostile files`, unit: '', peer: null, ours: ends.length },
    { ...figure, name: `${operation}: above ${mostMs / 1_000} s of processor time`, ours: slow.length },
    { ...figure, name: `${operation}: faults of ours`, ours: faults.length },
  ];
}

/** Converts one after the other in one process; where one is given up, the rest go on in another. */
async function measure(folder: string, operation: string, files: readonly HostileFile[]): Promise<readonly Row[]> {
  const paths: string[] = [];
  const asked = files.filter(({ name }) => wanted.test(`${operation}: ${name}`));
  for (const [index, { name, extension, make }] of asked.entries()) {
    const bytes = make();
    if (bytes.length > mostBytes) throw new Error(`${name} has ${bytes.length} bytes`);
    const path = join(folder, `${index}.${extension}`);
    await writeFile(path, bytes);
    paths.push(path);
  }
  const first = join(folder, 'first.pdf');
  await writeFile(first, pdfGrowth[1]?.make(10) ?? '');
  const found: Row[] = [];
  while (found.length < asked.length) {
    // The first is not counted: modules are loaded.
    const warm = operation === 'image/to-pdf' ? [] : [first];
    const inputs = [...warm, ...paths.slice(found.length)];
    const ends = await measureConversions({
      operation,
      options: operation === 'ocr' ? { languages: ['eng'] } : {},
      inputs: inputs.map((path) => (operation === 'pdf/merge' ? [path, path] : [path])),
    });
    const counted: (ConversionEnd | null)[] = ends.slice(warm.length);
    if (found.length + counted.length < asked.length) counted.push(null);
    const fresh = counted.map((end, at) => ({ operation, name: asked[found.length + at]?.name ?? '', end }));
    found.push(...fresh);
    // A whole run takes an hour: who stops it keeps what it found.
    for (const row of fresh.filter(isNotable)) console.error(lineOf(row));
  }
  return found;
}
