import { basename } from 'node:path';
import { ConversionError, type Operation, silentLogger } from '@platen/core';
import { internalFailures, isInternalFailure } from '@platen/core/internal';
import { createEngine, createProcessExecutor } from '@platen/engine';
import { pdfToExcel } from '@platen/pdf-to-excel';
import { pdfToWord } from '@platen/pdf-to-word';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';

/** Files that take longer are counted as timeouts: the run is about errors. */
const timeoutMs = 60_000;
const operations = [pdfToWord, pdfToExcel];

let lastOutcomes: readonly Outcome[] = [];

/** For the night: `PLATEN_CORPUS=/pdf.js/test/pdfs:/qpdf nice npm run bench -- foreign-files`; `PLATEN_FOREIGN_PROCESSES` runs more at once. */
export const benchmark: Benchmark = {
  name: 'foreign-files',
  description:
    'Every PDF of the corpus (`PLATEN_CORPUS`), which may be the test files of other projects, through `pdf/to-word` and `pdf/to-excel` in worker processes. A file may be refused for what it is; no error and no fault that was caught may be ours.',
  async run() {
    const processes = Number(process.env.PLATEN_FOREIGN_PROCESSES ?? 1);
    const stacks: string[] = [];
    const logger = { ...silentLogger, error: (fields: object) => void stacks.push(String(Object(fields).err)) };
    const engine = createEngine({ operations, executor: createProcessExecutor({ processes }), logger });
    const files = [...(await corpusFiles('.pdf'))];
    const outcomes: Outcome[] = [];
    const work = async () => {
      for (let path = files.shift(); path !== undefined; path = files.shift()) {
        for (const operation of operations) outcomes.push(await tryOut(engine, operation, path, stacks));
      }
    };
    try {
      await Promise.all(Array.from({ length: processes }, work));
    } finally {
      await engine.stop();
    }
    lastOutcomes = outcomes;
    return operations.flatMap(({ name }) => figuresOf(name, outcomes));
  },
  notes: () => noteLines(lastOutcomes),
};

interface Outcome {
  readonly file: string;
  readonly operation: string;
  /** `done`, or the code of the error with its reason. */
  readonly end: string;
  /** What went wrong that is ours: the messages of errors and of faults that were caught. */
  readonly ours: readonly string[];
  /** The stacks that were logged meanwhile: of this file, unless several are converted at once. */
  readonly stacks: readonly string[];
}

async function tryOut(
  engine: ReturnType<typeof createEngine>,
  operation: Operation,
  path: string,
  stacks: string[],
): Promise<Outcome> {
  const file = basename(path);
  const ended = (end: string, ours: readonly string[]): Outcome => {
    return { file, operation: operation.name, end, ours, stacks: stacks.splice(0) };
  };
  try {
    await using conversion = await engine.convert(operation, [path], {}, { timeoutMs });
    return ended('done', internalFailures({ error: null, warnings: conversion.warnings }).caught);
  } catch (error) {
    if (!ConversionError.is(error)) return ended('no ConversionError', [String(error)]);
    const { code, details, message } = error;
    const reason = details.reason === undefined ? '' : ` ${String(details.reason)}`;
    const isOurs = isInternalFailure(error) || details.reason === 'worker_crashed';
    return ended(`${code}${reason}`, isOurs ? [message] : []);
  }
}

function figuresOf(operation: string, outcomes: readonly Outcome[]): readonly Figure[] {
  const own = outcomes.filter((outcome) => outcome.operation === operation);
  const ends = [...Map.groupBy(own, ({ end }) => end)].sort(([, a], [, b]) => b.length - a.length);
  const count = (name: string, ours: number): Figure => ({ name: `${operation}: ${name}`, unit: '', ours, peer: null });
  return [
    ...ends.map(([end, some]) => count(end, some.length)),
    { ...count('faults of ours', own.filter(({ ours }) => ours.length > 0).length), target: 0, mustHold: true },
  ];
}

function noteLines(outcomes: readonly Outcome[]): string {
  const faulty = outcomes.filter(({ ours }) => ours.length > 0);
  return [
    '## Faults of ours',
    '',
    ...faulty.flatMap(({ file, operation, ours, stacks }) => [
      `- ${file}, ${operation}: ${ours.join('; ')}`,
      ...stacks.map((stack) => `\n  \`\`\`\n  ${stack.replaceAll('\n', '\n  ')}\n  \`\`\``),
    ]),
    ...(faulty.length === 0 ? ['None.'] : []),
    '',
  ].join('\n');
}
