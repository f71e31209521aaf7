import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { createEngine } from '@platen/engine';
import { largestDifference, type PageColors, type PainterName, painterNames, readColors } from './colors.ts';
import { type Examined, examined, isSamePlaces, type Witness, witnesses } from './facts.ts';

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
  colors: ['FIELDS_REDRAWN', 'COLORS_KEPT', 'OUTPUT_INTENT_CHANGED'],
};
/** A document of more pages is split into this many parts, not by page. */
const maxParts = 10;
/** Of a damaged file, tools read what they can: any fact may change. */
const explainsAll = 'REPAIRED';

/** What an operation made of a document. */
export interface Verdict {
  readonly file: string;
  readonly operation: string;
  /** Facts that all tools agree to differ, or the only one that reads them. */
  readonly faults: readonly string[];
  readonly explained: readonly string[];
}

/** Where and how long to judge. */
export interface Court {
  readonly engine: ReturnType<typeof createEngine>;
  /** Takes the outputs, named after their bytes. */
  readonly folder: string;
  /** On the clock of `Date.now`. An operation that is beyond it is not judged. */
  readonly deadline: number;
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
  run(): Promise<{ readonly outputs: readonly Examined[]; readonly warnings: readonly string[] }>;
}

/** What the operations made of a document, merged with another one; refused ones are left out. */
export async function judge(document: Examined, other: Examined, court: Court): Promise<readonly Verdict[]> {
  const file = basename(document.path);
  const found: Verdict[] = [];
  for (const trial of trialsOf(document, other, await pageCount(document), court)) {
    if (Date.now() > court.deadline) break;
    const made = await trial.run().catch(() => null);
    if (made === null) continue;
    const differing = await differingFacts(trial, made.outputs);
    const difference = await colorDifference(trial, made.outputs);
    if (difference !== null) differing.push(`colors ${difference}`);
    const isExplained = (fact: string) => isWarned(fact, made.warnings) || isDocumented(fact, trial);
    found.push({
      file,
      operation: trial.operation,
      faults: differing.filter((fact) => !isExplained(fact)),
      explained: differing.filter(isExplained),
    });
  }
  return found;
}

async function pageCount(document: Examined): Promise<number> {
  for (const witness of witnesses) {
    const boxes = witness.name === 'boxes' ? await document.say(witness) : null;
    if (boxes !== null) return boxes.length;
  }
  return 1;
}

function isWarned(fact: string, warnings: readonly string[]): boolean {
  const [kind = ''] = fact.split(' by ');
  return [explainsAll, ...(explanations[kind] ?? [])].some((code) => warnings.includes(code));
}

/** Links to pages of other parts go without a warning. */
function isDocumented(fact: string, { operation }: Trial): boolean {
  return operation === 'split' && fact === 'link areas';
}

function trialsOf(document: Examined, other: Examined, pages: number, court: Court): readonly Trial[] {
  const { path } = document;
  const made = new Map<string, Examined>();
  const convert = async (name: string, files: string | readonly string[], options: object) => {
    const timeoutMs = Math.max(1, court.deadline - Date.now());
    await using conversion = await court.engine.convert(name, files, options as never, { timeoutMs });
    const outputs: Examined[] = [];
    for (const output of conversion.outputs) outputs.push(await kept(output.path, court.folder, made));
    return { outputs, warnings: conversion.warnings.map(({ code }) => code) };
  };
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
      run: () => convert('pdf/split', path, { every: Math.max(1, Math.ceil(pages / maxParts)) }),
    },
  ];
}

/** An output as it is examined: the levels of compression often give the same file, or the input. */
async function kept(path: string, folder: string, made: Map<string, Examined>): Promise<Examined> {
  const hash = createHash('sha1').update(await readFile(path));
  const copy = join(folder, `${hash.digest('hex')}.pdf`);
  const output = made.get(copy) ?? examined(copy);
  if (!made.has(copy)) await copyFile(path, copy);
  made.set(copy, output);
  return output;
}

/** Facts that differ by every tool that reads them before and after. A tool is asked only where those before it see a difference. */
async function differingFacts(trial: Trial, outputs: readonly Examined[]): Promise<string[]> {
  const differing: string[] = [];
  for (const [name, readers] of Map.groupBy(witnesses, (witness) => witness.name)) {
    let isSame: boolean | null = null;
    for (const witness of readers) isSame = isSame === true || ((await isSameBy(witness, trial, outputs)) ?? isSame);
    if (isSame === false) differing.push(name);
  }
  return differing;
}

/** Whether one tool sees no difference; null where it cannot read one of the documents. */
async function isSameBy(
  witness: Witness,
  { of, compare }: Trial,
  outputs: readonly Examined[],
): Promise<boolean | null> {
  const expected = await valuesOf(witness, of);
  const found = expected === null ? null : await valuesOf(witness, outputs);
  if (expected === null || found === null) return null;
  const { name, ofPages } = witness;
  const equals = name === 'places' ? isSamePlaces : named.includes(name) ? isRenamed : isSameText;
  if (ofPages) return isEqual(expected, found, equals);
  // Two files that claim the same are one that does.
  return name === 'claims' ? hasEach(expected, found, equals) : compare(expected, found, equals);
}

/** The values of a fact in all documents together. */
async function valuesOf(witness: Witness, documents: readonly Examined[]): Promise<readonly string[] | null> {
  const values: string[] = [];
  for (const document of documents) {
    const said = await document.say(witness);
    if (said === null) return null;
    values.push(...said);
  }
  return values;
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
async function colorDifference(trial: Trial, outputs: readonly Examined[]): Promise<string | null> {
  for (const painter of painterNames) {
    const difference = await differenceBy(painter, false, trial, outputs);
    const again = difference === null ? null : await differenceBy(painter, true, trial, outputs);
    if (again !== null) return again;
  }
  return null;
}

async function differenceBy(
  painter: PainterName,
  apart: boolean,
  { of, isLossy }: Trial,
  outputs: readonly Examined[],
) {
  const bound = isLossy ? maxLossyDifference : maxColorDifference;
  const before = await colorsOf(of[0], painter, apart);
  if (before === null) return null;
  const after: PageColors[] = [];
  for (const output of outputs) {
    if (after.length < before.length) after.push(...((await colorsOf(output, painter, apart)) ?? []));
  }
  for (const [index, page] of before.entries()) {
    const other = after[index];
    const difference = other === undefined ? 100 : largestDifference(page, other, isLossy ? 1 : 0);
    if (difference > bound) return `by ${difference.toFixed(1)} on page ${index + 1} (${painter})`;
  }
  return null;
}

/** Colours by document, painter and whether pages are drawn apart. */
const drawn = new WeakMap<Examined, Map<string, Promise<readonly PageColors[] | null>>>();

async function colorsOf(document: Examined | undefined, painter: PainterName, apart: boolean) {
  if (document === undefined) return null;
  const known = drawn.get(document) ?? new Map<string, Promise<readonly PageColors[] | null>>();
  drawn.set(document, known);
  const key = `${painter} ${apart}`;
  const colors = known.get(key) ?? readColors(document.path, painter, apart);
  known.set(key, colors);
  return colors;
}
