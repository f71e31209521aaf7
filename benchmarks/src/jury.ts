import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfCompress } from '@platen/pdf-compress';
import { pdfMerge } from '@platen/pdf-merge';
import { pdfSplit } from '@platen/pdf-split';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { largestDifference, painters, readColors } from './jury/colors.ts';
import { type Fact, readFacts } from './jury/facts.ts';

/** The difference of colours (CIE 1976) from which it shows: that of neighbours in a colour fan. */
const maxColorDifference = 3;
/** The same on levels that scale and encode images again: blocks at their edges differ. */
const maxLossyDifference = 12;

/** Warnings that say of a fact that it changed. */
const explanations: Readonly<Record<string, readonly string[]>> = {
  fields: ['FIELDS_RENAMED', 'FIELDS_REDRAWN', 'SIGNATURE_BROKEN', 'XFA_REMOVED'],
  annotations: ['SIGNATURE_BROKEN', 'ACTIVE_CONTENT_REMOVED'],
  attachments: ['CLAIM_DROPPED', 'PORTFOLIO_REMOVED', 'ATTACHMENTS_IN_FIRST_PART'],
  colors: ['FIELDS_REDRAWN', 'COLORS_KEPT'],
};
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
 * `PLATEN_CORPUS=… npm run bench -- jury`; `PLATEN_JURY_FILES` takes that many, spread over the corpus. Needs poppler, Ghostscript and
 * qpdf on the path.
 */
export const benchmark: Benchmark = {
  name: 'jury',
  description:
    'Each PDF of the corpus through merge (with itself), split (by page) and compress on three levels. Before and after, facts are read by two independent tools each: text, page boxes, fields, annotations, attachments, tags, and colours by poppler and by Ghostscript (lcms). A difference is explained by a warning, or is a fault.',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-jury-'));
    const engine = createEngine({
      operations: [pdfCompress, pdfMerge, pdfSplit],
      executor: createThreadExecutor({ threads: 1 }),
    });
    try {
      const found: Verdict[] = [];
      for (const path of sampled(await corpusFiles('.pdf'))) found.push(...(await judge(path, engine, folder)));
      verdicts = found;
      return figures(found);
    } finally {
      await engine.stop();
      await rm(folder, { recursive: true });
    }
  },
  notes: () => verdicts.flatMap(noteOf).join('\n'),
};

function sampled(files: readonly string[]): readonly string[] {
  const wanted = Number(process.env.PLATEN_JURY_FILES ?? files.length);
  const step = Math.max(1, files.length / wanted);
  return files.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** One operation on one document: what it gives, and what its facts should be. */
interface Trial {
  readonly operation: string;
  readonly isLossy: boolean;
  /** Rejects where the file is refused. */
  run(): Promise<{ readonly paths: readonly string[]; readonly warnings: readonly string[] }>;
  /** What a fact of the input becomes in all outputs together. */
  expected(fact: Fact): readonly string[];
}

async function judge(path: string, engine: Engine, folder: string): Promise<readonly Verdict[]> {
  const before = await readFacts(path);
  const file = basename(path);
  const found: Verdict[] = [];
  for (const { operation, isLossy, run, expected } of trialsOf(path, engine, folder)) {
    const made = await run().catch(() => null);
    if (made === null) continue;
    const differing = await differingFacts(before, made.paths, expected);
    if (await colorsDiffer(path, made.paths, isLossy)) differing.push('colors');
    const isExplained = (fact: string) =>
      [explainsAll, ...(explanations[fact] ?? [])].some((code) => made.warnings.includes(code));
    found.push({
      file,
      operation,
      faults: differing.filter((fact) => !isExplained(fact)),
      explained: differing.filter(isExplained),
    });
  }
  return found;
}

function trialsOf(path: string, engine: Engine, folder: string): readonly Trial[] {
  const same = ({ values }: Fact) => values;
  const convert = async (name: string, files: string | readonly string[], options: object) => {
    await using conversion = await engine.convert(name, files, options as never);
    const paths = conversion.outputs.map((_, index) => join(folder, `${index}.pdf`));
    for (const [index, output] of conversion.outputs.entries()) await copyFile(output.path, String(paths[index]));
    return { paths, warnings: conversion.warnings.map(({ code }) => code) };
  };
  return [
    ...(['low', 'medium', 'high'] as const).map((level) => ({
      operation: `compress ${level}`,
      isLossy: level !== 'low',
      run: () => convert('pdf/compress', path, { level }),
      expected: same,
    })),
    {
      operation: 'merge',
      isLossy: false,
      run: () => convert('pdf/merge', [path, path], { bookmarks: false }),
      // Names of fields and attachments are only once in one document.
      expected: ({ values, ofPages }) => (ofPages ? [...values, ...values] : values),
    },
    { operation: 'split', isLossy: false, run: () => convert('pdf/split', path, {}), expected: same },
  ];
}

/** Facts that differ by every tool that reads them before and after. */
async function differingFacts(
  before: readonly Fact[],
  paths: readonly string[],
  expected: (fact: Fact) => readonly string[],
): Promise<string[]> {
  const after = await Promise.all(paths.map(readFacts));
  const judgements = new Map<string, boolean[]>();
  for (const fact of before) {
    const parts = after.map((facts) => facts.find(({ name, tool }) => name === fact.name && tool === fact.tool));
    if (parts.some((part) => part === undefined)) continue;
    const values = parts.flatMap((part) => part?.values ?? []);
    const isSame = fact.ofPages
      ? isEqual(expected(fact), values)
      : expected(fact).every((value) => values.some((other) => other === value || isRenamed(value, other)));
    judgements.set(fact.name, [...(judgements.get(fact.name) ?? []), isSame]);
  }
  return [...judgements].filter(([, same]) => !same.includes(true)).map(([name]) => name);
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** Whether a name, or a name with a value, got a suffix because another file has it, too. */
function isRenamed(value: string, other: string): boolean {
  const [name = '', rest = ''] = value.split('=');
  return other.startsWith(name) && other.endsWith(rest);
}

/** Whether a page has other colours by both painters: the first pages of the outputs, in order. */
async function colorsDiffer(path: string, paths: readonly string[], isLossy: boolean): Promise<boolean> {
  const bound = isLossy ? maxLossyDifference : maxColorDifference;
  for (const tool of Object.keys(painters) as (keyof typeof painters)[]) {
    const before = await readColors(path, tool);
    if (before === null) continue;
    const after = (await Promise.all(paths.slice(0, before.length).map((each) => readColors(each, tool)))).flatMap(
      (pages) => pages ?? [],
    );
    const differs = before.some((page, index) => {
      const other = after[index];
      return other === undefined || largestDifference(page, other) > bound;
    });
    if (differs) return true;
  }
  return false;
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
