import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfCompress } from '@platen/pdf-compress';
import { pdfMerge } from '@platen/pdf-merge';
import { pdfSplit } from '@platen/pdf-split';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { largestDifference, type PageColors, painterNames, readColors } from './jury/colors.ts';
import { type Fact, isSamePlaces, readFacts } from './jury/facts.ts';
import { endMupdf } from './jury/mupdf.ts';

/** The difference of colours (CIE 1976) from which it shows: that of neighbours in a colour fan. */
const maxColorDifference = 3;
/** The same of compressed files, whose images are scaled and encoded again on all levels: blocks at their edges differ. */
const maxLossyDifference = 12;

/** Warnings that say of a fact that it changed. */
const explanations: Readonly<Record<string, readonly string[]>> = {
  fields: ['FIELDS_RENAMED', 'FIELDS_REDRAWN', 'SIGNATURE_BROKEN', 'XFA_REMOVED'],
  annotations: ['SIGNATURE_BROKEN', 'ACTIVE_CONTENT_REMOVED'],
  attachments: ['CLAIM_DROPPED', 'PORTFOLIO_REMOVED', 'ATTACHMENTS_IN_FIRST_PART'],
  claims: ['CLAIM_DROPPED'],
  colors: ['FIELDS_REDRAWN', 'COLORS_KEPT'],
};
/** A document of more pages is split into this many parts, not by page. */
const maxParts = 10;
/** Of a damaged file, tools read what they can: any fact may change. */
const explainsAll = 'REPAIRED';

/** What an operation made of a document. */
interface Verdict {
  readonly file: string;
  readonly operation: string;
  /** Facts that two tools agree to differ, or the only one that reads them. */
  readonly faults: readonly string[];
  readonly explained: readonly string[];
}

type Engine = ReturnType<typeof createEngine>;

let verdicts: readonly Verdict[] = [];

/**
 * `PLATEN_CORPUS=… npm run bench -- jury`; `PLATEN_JURY_FILES` takes that many, spread over the corpus. Needs poppler, qpdf, and
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
    try {
      const found: Verdict[] = [];
      let previous: Examined | null = null;
      for (const path of sampled(await corpusFiles('.pdf'))) {
        const examined: Examined = { path, facts: await said('facts', path, readFacts) };
        const judged = await judge(examined, previous ?? examined, engine, folder);
        console.error([`  ${basename(path)}`, ...judged.flatMap(noteOf)].join('\n  '));
        found.push(...judged);
        if (judged.length > 0) previous = examined;
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

/** A document and what the tools say of it. */
interface Examined {
  readonly path: string;
  readonly facts: readonly Fact[];
}

function sampled(files: readonly string[]): readonly string[] {
  const wanted = Number(process.env.PLATEN_JURY_FILES ?? files.length);
  const step = Math.max(1, files.length / wanted);
  return files.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

type Equals = (value: string, other: string) => boolean;

/** Facts whose values are names that a merge may give a suffix. */
const named = ['fields', 'attachments'];

/** One operation on one document: what it gives, and what it is made of. */
interface Trial {
  readonly operation: string;
  readonly isLossy: boolean;
  /** What comes out is made of all pages of these, in this order. */
  readonly of: readonly Examined[];
  /** How a fact of a whole document may differ: not at all, by more of it, or by what is there more or less often. */
  readonly compare: (expected: readonly string[], found: readonly string[], isSame: Equals) => boolean;
  /** Rejects where the file is refused. */
  run(): Promise<{ readonly paths: readonly string[]; readonly warnings: readonly string[] }>;
}

async function judge(document: Examined, other: Examined, engine: Engine, folder: string): Promise<readonly Verdict[]> {
  const file = basename(document.path);
  const found: Verdict[] = [];
  for (const trial of trialsOf(document, other, engine, folder)) {
    const made = await trial.run().catch(() => null);
    if (made === null) continue;
    const differing = await differingFacts(trial, made.paths);
    const difference = await colorDifference(trial, made.paths);
    if (difference !== null) differing.push(`colors ${difference}`);
    const isExplained = (fact: string) => isWarned(fact, made.warnings) || isDocumented(fact, differing, trial);
    found.push({
      file,
      operation: trial.operation,
      faults: differing.filter((fact) => !isExplained(fact)),
      explained: differing.filter(isExplained),
    });
  }
  return found;
}

function isWarned(fact: string, warnings: readonly string[]): boolean {
  const [kind = ''] = fact.split(' by ');
  return [explainsAll, ...(explanations[kind] ?? [])].some((code) => warnings.includes(code));
}

/** Links to pages of other parts go without a warning, and with them the borders that they drew. */
function isDocumented(fact: string, differing: readonly string[], { operation }: Trial): boolean {
  const losesLinks = operation === 'split' && differing.includes('link areas');
  return losesLinks && (fact === 'link areas' || fact.startsWith('colors'));
}

function trialsOf(document: Examined, other: Examined, engine: Engine, folder: string): readonly Trial[] {
  const { path, facts } = document;
  const convert = async (name: string, files: string | readonly string[], options: object) => {
    await using conversion = await engine.convert(name, files, options as never);
    const paths = conversion.outputs.map((_, index) => join(folder, `${index}.pdf`));
    for (const [index, output] of conversion.outputs.entries()) await copyFile(output.path, String(paths[index]));
    return { paths, warnings: conversion.warnings.map(({ code }) => code) };
  };
  const pageCount = facts.find(({ name }) => name === 'boxes')?.values.length ?? 1;
  return [
    ...(['low', 'medium', 'high'] as const).map((level) => ({
      operation: `compress ${level}`,
      isLossy: true,
      of: [document],
      compare: isEqual,
      run: () => convert('pdf/compress', path, { level }),
    })),
    {
      operation: 'merge',
      isLossy: false,
      of: [document, other],
      compare: hasAll,
      run: () => convert('pdf/merge', [path, other.path], { bookmarks: false }),
    },
    {
      operation: 'split',
      isLossy: false,
      of: [document],
      compare: hasEach,
      run: () => convert('pdf/split', path, { every: Math.max(1, Math.ceil(pageCount / maxParts)) }),
    },
  ];
}

/** Facts that differ by every tool that reads them before and after. */
async function differingFacts({ of, compare }: Trial, paths: readonly string[]): Promise<string[]> {
  const after: (readonly Fact[])[] = [];
  for (const path of paths) after.push(await said('facts', path, readFacts));
  const judgements = new Map<string, boolean[]>();
  for (const fact of of[0]?.facts ?? []) {
    const expected = valuesOf(
      fact,
      of.map(({ facts }) => facts),
    );
    const found = valuesOf(fact, after);
    if (expected === null || found === null) continue;
    const equals = fact.name === 'places' ? isSamePlaces : named.includes(fact.name) ? isRenamed : isSameText;
    const isSame = fact.ofPages ? isEqual(expected, found, equals) : compare(expected, found, equals);
    judgements.set(fact.name, [...(judgements.get(fact.name) ?? []), isSame]);
  }
  return [...judgements].filter(([, same]) => !same.includes(true)).map(([name]) => name);
}

/** The values of a fact in all documents together; null where the tool could not read one of them. */
function valuesOf({ name, tool }: Fact, documents: readonly (readonly Fact[])[]): readonly string[] | null {
  const parts = documents.map((facts) => facts.find((fact) => fact.name === name && fact.tool === tool));
  return parts.includes(undefined) ? null : parts.flatMap((part) => part?.values ?? []);
}

function isEqual(expected: readonly string[], found: readonly string[], isSame: Equals): boolean {
  return expected.length === found.length && expected.every((value, index) => isSame(value, found[index] ?? ''));
}

/** Whether each value is there as often as it should be. */
function hasAll(expected: readonly string[], found: readonly string[], isSame: Equals): boolean {
  const left = [...found];
  return expected.every((value) => {
    const same = left.indexOf(value);
    const at = same === -1 ? left.findIndex((other) => isSame(value, other)) : same;
    return at !== -1 && left.splice(at, 1).length === 1;
  });
}

function hasEach(expected: readonly string[], found: readonly string[], isSame: Equals): boolean {
  const values = new Set(found);
  return expected.every((value) => values.has(value) || found.some((other) => isSame(value, other)));
}

function isSameText(value: string, other: string): boolean {
  return value === other;
}

/** Whether a name, or a name with a value, got a suffix because another file has it, too. */
function isRenamed(value: string, other: string): boolean {
  const [name = '', rest = ''] = value.split('=');
  return other.startsWith(name) && other.endsWith(rest);
}

/** The largest difference of colours where it shows, with the painter and the page; null where none does. */
async function colorDifference({ of, isLossy }: Trial, paths: readonly string[]): Promise<string | null> {
  const bound = isLossy ? maxLossyDifference : maxColorDifference;
  for (const painter of painterNames) {
    const before = await colorsOf(of[0]?.path ?? '', painter);
    if (before === null) continue;
    const after: PageColors[] = [];
    for (const path of paths) {
      if (after.length < before.length) after.push(...((await colorsOf(path, painter)) ?? []));
    }
    for (const [index, page] of before.entries()) {
      const other = after[index];
      const difference = other === undefined ? 100 : largestDifference(page, other);
      if (difference > bound) return `by ${difference.toFixed(1)} on page ${index + 1} (${painter})`;
    }
  }
  return null;
}

function colorsOf(path: string, painter: (typeof painterNames)[number]) {
  return said(painter, path, () => readColors(path, painter));
}

/** Answers by their subject and the bytes of the file: the levels of compression often give the same file, or the input. */
const answers = new Map<string, unknown>();
const maxAnswers = 500;

async function said<T>(subject: string, path: string, ask: (path: string) => Promise<T>): Promise<T> {
  const key = `${subject} ${createHash('sha1')
    .update(await readFile(path))
    .digest('hex')}`;
  if (answers.size > maxAnswers) answers.clear();
  if (!answers.has(key)) answers.set(key, await ask(path));
  return answers.get(key) as T;
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
