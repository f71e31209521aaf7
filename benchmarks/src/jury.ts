import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfCompress } from '@platen/pdf-compress';
import { pdfMerge } from '@platen/pdf-merge';
import { pdfSplit } from '@platen/pdf-split';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { type Examined, examined } from './jury/facts.ts';
import { judge, type Verdict } from './jury/judge.ts';
import { endMupdf } from './jury/mupdf.ts';

/** A file that takes longer is judged by the operations that were through by then. */
const secondsEach = Number(process.env.PLATEN_JURY_SECONDS ?? 60);
const minutesInAll = Number(process.env.PLATEN_JURY_MINUTES ?? Number.POSITIVE_INFINITY);

let verdicts: readonly Verdict[] = [];

/**
 * `PLATEN_CORPUS=… npm run bench -- jury`, in rising order of size. `PLATEN_JURY_FILES` takes that many, spread over the corpus,
 * `PLATEN_JURY_MINUTES` ends after that time, `PLATEN_JURY_SECONDS` (60) goes on to the next file. Needs poppler, qpdf, and
 * pymupdf in the Python on the path or that of `PLATEN_MUPDF_PYTHON`. Differences are printed as they are found.
 */
export const benchmark: Benchmark = {
  name: 'jury',
  description:
    'Each PDF of the corpus through merge (with the one before it), split and compress on three levels. Before and after, facts are read by two independent tools each: text and its places, page boxes, fields, annotations, links, attachments, tags, claims, and colours as poppler and MuPDF draw them through lcms. A difference is explained by a warning, or is a fault.',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-jury-'));
    const engine = createEngine({
      operations: [pdfCompress, pdfMerge, pdfSplit],
      executor: createThreadExecutor({ threads: 1 }),
    });
    const end = Date.now() + minutesInAll * 60_000;
    try {
      const found: Verdict[] = [];
      let previous: Examined | null = null;
      for (const path of sampled(await bySize(await corpusFiles('.pdf')))) {
        if (Date.now() > end) break;
        const document = examined(path);
        await mkdir(join(folder, 'made'));
        const deadline = Date.now() + secondsEach * 1000;
        const judged = await judge(document, previous ?? document, { engine, folder: join(folder, 'made'), deadline });
        await rm(join(folder, 'made'), { recursive: true });
        console.error([`  ${basename(path)}`, ...judged.flatMap(noteOf)].join('\n  '));
        found.push(...judged);
        if (judged.length > 0) previous = document;
      }
      verdicts = found;
      return figures(found);
    } finally {
      endMupdf();
      await engine.stop();
      await rm(folder, { recursive: true });
    }
  },
  notes: () => verdicts.flatMap(noteOf).join('\n'),
};

async function bySize(paths: readonly string[]): Promise<readonly string[]> {
  const sized = await Promise.all(paths.map(async (path) => ({ path, bytes: (await stat(path)).size })));
  return sized.sort((one, other) => one.bytes - other.bytes).map(({ path }) => path);
}

function sampled(files: readonly string[]): readonly string[] {
  const wanted = Number(process.env.PLATEN_JURY_FILES ?? files.length);
  const step = Math.max(1, files.length / wanted);
  return files.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

function figures(found: readonly Verdict[]): readonly Figure[] {
  const operations = [...new Set(found.map(({ operation }) => operation))];
  const count = (list: readonly Verdict[], kind: 'faults' | 'explained') =>
    list.reduce((sum, verdict) => sum + verdict[kind].length, 0);
  return operations.flatMap((operation) => {
    const of = found.filter((verdict) => verdict.operation === operation);
    const alone = { unit: '', peer: null };
    return [
      { ...alone, name: `${operation}: documents`, ours: of.length },
      { ...alone, name: `${operation}: differences that a warning explains`, ours: count(of, 'explained') },
      { ...alone, name: `${operation}: faults`, ours: count(of, 'faults'), target: 0 },
    ];
  });
}

function noteOf({ file, operation, faults, explained }: Verdict): readonly string[] {
  const line = (facts: readonly string[], what: string) =>
    facts.length === 0 ? [] : [`- ${file}, ${operation}: ${what} ${facts.join(', ')}`];
  return [...line(faults, 'fault in'), ...line(explained, 'explained:')];
}
