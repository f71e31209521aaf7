import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { ConversionError, type Operation } from '@platen/core';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfCompress } from '@platen/pdf-compress';
import { pdfMerge } from '@platen/pdf-merge';
import { pdfSplit } from '@platen/pdf-split';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';

const run = promisify(execFile);
const levels = ['low', 'medium', 'high'] as const;
const threads = 2;

/** One page that every file is merged with. */
const onePage = new URL('../fixtures/busy.pdf', import.meta.url).pathname;

const conversions: readonly Conversion[] = [
  { name: 'merge', operation: pdfMerge, inputs: (path) => [path, onePage], options: {} },
  { name: 'split', operation: pdfSplit, inputs: (path) => [path], options: { parts: 2 } },
  ...levels.map(
    (level): Conversion => ({
      name: `compress ${level}`,
      operation: pdfCompress,
      inputs: (path) => [path],
      options: { level },
    }),
  ),
];

let lastOutcomes: readonly Outcome[] = [];

/** Needs qpdf on the path. Takes a quarter of an hour for the 1 600 files of the test suites of pdf.js and qpdf. */
export const benchmark: Benchmark = {
  name: 'structure-suites',
  description:
    'Every PDF of the corpus, which may be the test suites of other projects, merged with a file of one page, split in two, and compressed on each level. An output is fine when `qpdf --check` finds no more wrong with it than with its input; what cannot be converted has to end in a clear error.',
  async run() {
    const engine = createEngine({
      operations: [pdfMerge, pdfSplit, pdfCompress],
      executor: createThreadExecutor({ threads }),
    });
    try {
      const files = [...(await corpusFiles('.pdf'))];
      const outcomes: Outcome[] = [];
      const work = async () => {
        for (let path = files.shift(); path !== undefined; path = files.shift()) {
          const inputStatus = await checkStatus(path);
          for (const conversion of conversions) outcomes.push(await tryOut(engine, path, inputStatus, conversion));
        }
      };
      await Promise.all(Array.from({ length: threads }, work));
      lastOutcomes = outcomes.sort((one, other) => one.file.localeCompare(other.file));
      return conversions.flatMap(({ name }) => figures(name, outcomes)).concat(orderFigure(outcomes));
    } finally {
      await engine.stop();
    }
  },
  notes: () => noteLines(lastOutcomes),
};

interface Conversion {
  readonly name: string;
  readonly operation: Operation;
  inputs(path: string): readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** `fine`: no worse than the input. `refused`: a clear error. `worse` and `failed` are what must not be. */
type Verdict = 'fine' | 'refused' | 'worse' | 'failed';

interface Outcome {
  readonly file: string;
  readonly conversion: string;
  readonly verdict: Verdict;
  /** What qpdf says of a worse output; code and reason of an error. */
  readonly cause: string | null;
  readonly bytes: number | null;
  readonly wallMs: number;
}

async function tryOut(
  engine: ReturnType<typeof createEngine>,
  path: string,
  inputStatus: CheckStatus,
  { name, operation, inputs, options }: Conversion,
): Promise<Outcome> {
  const start = performance.now();
  const outcome = (verdict: Verdict, cause: string | null, bytes: number | null = null): Outcome => {
    return { file: basename(path), conversion: name, verdict, cause, bytes, wallMs: performance.now() - start };
  };
  try {
    await using conversion = await engine.convert(operation, inputs(path), options);
    const bytes = conversion.outputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const converted = outcome('fine', null, bytes);
    for (const output of conversion.outputs) {
      const status = await checkStatus(output.path);
      if (status.rank > inputStatus.rank) return { ...converted, verdict: 'worse', cause: status.complaint };
    }
    return converted;
  } catch (error) {
    return isClear(error) ? outcome('refused', describe(error)) : outcome('failed', describe(error));
  }
}

/** Errors that say what is wrong with the file; the others say that something is wrong here. */
function isClear(error: unknown): boolean {
  if (!ConversionError.is(error)) return false;
  if (error.code === 'PDF_ENCRYPTED' || error.code === 'UNSUPPORTED_FORMAT' || error.code === 'INVALID_REQUEST')
    return true;
  return ['damaged_file', 'page_limit', 'page_out_of_range', 'pixel_limit'].includes(String(error.details.reason));
}

function describe(error: unknown): string {
  if (!ConversionError.is(error)) return String(error);
  const { reason } = error.details;
  return reason === undefined ? error.code : `${reason}: ${error.message}`;
}

interface CheckStatus {
  /** 0 fine, 1 warnings, 2 errors. */
  readonly rank: number;
  readonly complaint: string | null;
}

async function checkStatus(path: string): Promise<CheckStatus> {
  try {
    await run('qpdf', ['--check', path], { timeout: 60_000, maxBuffer: 1 << 26 });
    return { rank: 0, complaint: null };
  } catch (error) {
    const { code, stderr } = error as { readonly code?: number; readonly stderr?: string };
    const [line = 'qpdf gives up'] = (stderr ?? '').split('\n');
    return { rank: code === 3 ? 1 : 2, complaint: line.replaceAll(path, '').replace(/^WARNING: /, '') };
  }
}

function figures(name: string, outcomes: readonly Outcome[]): readonly Figure[] {
  const own = outcomes.filter(({ conversion }) => conversion === name);
  const count = (verdict: Verdict) => own.filter((outcome) => outcome.verdict === verdict).length;
  const alone = (figure: string, ours: number, target?: number): Figure => {
    return { name: `${name}: ${figure}`, unit: '', ours, peer: null, ...(target === undefined ? {} : { target }) };
  };
  return [
    alone('no worse than the input', count('fine')),
    alone('clear errors', count('refused')),
    alone('worse than the input', count('worse'), 0),
    alone('failures', count('failed'), 0),
    { ...alone('longest', Math.max(0, ...own.map(({ wallMs }) => wallMs / 1000))), unit: 's' },
  ];
}

function orderFigure(outcomes: readonly Outcome[]): Figure {
  return { name: 'larger on a stronger level', unit: '', ours: unordered(outcomes).length, peer: null, target: 0 };
}

/** Files that a stronger level leaves larger than a gentler one. */
function unordered(outcomes: readonly Outcome[]): readonly string[] {
  const sizes = new Map(outcomes.map(({ file, conversion, bytes }) => [`${file} ${conversion}`, bytes]));
  return [...new Set(outcomes.map(({ file }) => file))].filter((file) => {
    const [low, medium, high] = levels.map((level) => sizes.get(`${file} compress ${level}`) ?? null);
    return low != null && medium != null && high != null && (low < medium || medium < high);
  });
}

/** What must not be, file by file, and what was refused, by the reason. */
function noteLines(outcomes: readonly Outcome[]): string {
  const wrong = outcomes.filter(({ verdict }) => verdict === 'worse' || verdict === 'failed');
  const refused = Map.groupBy(
    outcomes.filter(({ verdict }) => verdict === 'refused'),
    ({ cause }) => cause ?? '',
  );
  return [
    '## What is not as it should be',
    '',
    ...wrong.map(({ file, conversion, verdict, cause }) => `- ${file}, ${conversion}, ${verdict}: ${cause}`),
    ...unordered(outcomes).map((file) => `- ${file}: larger on a stronger level`),
    ...(wrong.length + unordered(outcomes).length === 0 ? ['Nothing.'] : []),
    '',
    '## Refused',
    '',
    ...[...refused].map(([cause, list]) => `- ${cause}: ${[...new Set(list.map(({ file }) => file))].join(', ')}`),
    '',
  ].join('\n');
}
