import { readFile } from 'node:fs/promises';
import { ocr } from '@platen/ocr';
import type { Figure } from '../benchmark.ts';
import type { OcrBench } from './ocr-bench.ts';
import { readByTesseract } from './peer-programs.ts';
import type { CorpusScan } from './scan-corpus.ts';
import { type TextError, textError } from './text-error.ts';

/** A page is worse than tesseract's when its word F1 is lower by more than this. */
const tolerance = 0.03;

interface Page {
  readonly scan: CorpusScan;
  readonly ours: TextError;
  readonly tesseract: TextError;
  readonly ourSeconds: number;
  readonly tesseractSeconds: number;
}

/**
 * Every page that is no drawn one, read by us and by `tesseract --psm 3` with the same data: a line a page to look at, and
 * figures for each kind. Receipts and forms are compared without case, as their truth is.
 */
export async function sideBySide({ engine, scans }: OcrBench): Promise<readonly Figure[]> {
  const pages: Page[] = [];
  for (const scan of scans.filter(({ kind }) => kind !== 'synthetic')) {
    const page = await readBoth(engine, scan);
    pages.push(page);
    console.error(describe(page));
  }
  const kinds = [...Map.groupBy(pages, ({ scan }) => scan.kind)];
  return [...kinds.flatMap(([kind, members]) => figuresOf(kind, members)), ...figuresOf('all', pages), worst(pages)];
}

async function readBoth(engine: OcrBench['engine'], scan: CorpusScan): Promise<Page> {
  const { path, language, truth, kind } = scan;
  const score = (text: string) => {
    const even = (words: string) => (kind === 'receipt' || kind === 'form' ? words.toLowerCase() : words);
    return textError(even(text), even(truth), language);
  };
  const start = performance.now();
  await using converted = await engine.convert(ocr, path, { language, output: 'txt' });
  const read = performance.now();
  const ours = score(await readFile(converted.outputs[0]?.path ?? '', 'utf8'));
  const peerStart = performance.now();
  const text = await readByTesseract(scan);
  const tesseractSeconds = (performance.now() - peerStart) / 1000;
  return { scan, ours, tesseract: score(text), ourSeconds: (read - start) / 1000, tesseractSeconds };
}

function describe({ scan, ours, tesseract, ourSeconds, tesseractSeconds }: Page): string {
  const pair = (mine: number, theirs: number, digits: number) => `${mine.toFixed(digits)} / ${theirs.toFixed(digits)}`;
  return [
    `${scan.kind} ${scan.id}`,
    `characters wrong ${pair(ours.characters, tesseract.characters, 3)}`,
    `word F1 ${pair(ours.f1, tesseract.f1, 3)}`,
    `${pair(ourSeconds, tesseractSeconds, 1)} s`,
  ].join('  ');
}

function figuresOf(kind: string, pages: readonly Page[]): readonly Figure[] {
  const mean = (value: (page: Page) => number) =>
    (100 * pages.reduce((sum, page) => sum + value(page), 0)) / pages.length;
  const name = `${kind} (${pages.length})`;
  const common = { unit: '%', peerName: 'tesseract' };
  return [
    {
      ...common,
      name: `${name}, characters`,
      ours: mean(({ ours }) => ours.characters),
      peer: mean(({ tesseract }) => tesseract.characters),
      target: 0.9,
    },
    {
      ...common,
      name: `${name}, what word F1 lacks`,
      ours: mean(({ ours }) => 1 - ours.f1),
      peer: mean(({ tesseract }) => 1 - tesseract.f1),
      target: 1,
    },
  ];
}

function worst(pages: readonly Page[]): Figure {
  const worse = pages.filter(({ ours, tesseract }) => ours.f1 < tesseract.f1 - tolerance);
  return {
    name: `pages worse by more than ${tolerance} of word F1`,
    unit: '',
    ours: worse.length,
    peer: null,
    target: 0,
  };
}
