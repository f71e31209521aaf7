import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { openPdf } from '@platen/pdf-kit/objects';
import { pdfToExcel } from '@platen/pdf-to-excel';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { type ShellTimes, scriptCommand, timed, timedShell } from './measure.ts';

const run = promisify(execFile);
/** Every so many files of the corpus is converted: the peers take minutes for all. */
const stride = 4;
const longPages = 2000;
/** At most this share of the time of camelot. */
const timeTarget = 0.2;
const alone = scriptCommand('./tables-alone.ts');

/**
 * Needs qpdf on the path, and the packages built. `PLATEN_TABLES_PEERS` names the peers and their commands with `{in}` and `{out}`, separated by
 * semicolons: `camelot=python camelot.py {in} {out};pdfplumber=…`. `PLATEN_TABLES_SCORES` is the summary of an external
 * scorer, as JSON, for the figures of quality.
 */
export const benchmark: Benchmark = {
  name: 'tables',
  description: `Every ${stride}th PDF of the corpus (\`PLATEN_CORPUS\`) to Excel, against the commands in \`PLATEN_TABLES_PEERS\`: each file in a process of its own, and all of them in a warm worker. Then the whole corpus as one file of ${longPages} pages, and what an external scorer (\`PLATEN_TABLES_SCORES\`) says of the tables.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-tables-'));
    try {
      const files = await corpusFiles('.pdf');
      const some = files.filter((_, index) => index % stride === 0);
      return [...(await speedFigures(some, folder)), ...(await longFigures(files, folder)), ...qualityFigures()];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  notes: () => {
    const notes = new URL('../results/tables-notes.md', import.meta.url);
    return existsSync(notes) ? readFileSync(notes, 'utf8') : '';
  },
};

interface Measured {
  readonly pages: number;
  readonly ours: ShellTimes;
  readonly warmMs: number;
  readonly peers: ReadonlyMap<string, ShellTimes>;
}

async function speedFigures(files: readonly string[], folder: string): Promise<readonly Figure[]> {
  const commands = peerCommands();
  if (commands.size === 0) console.error('PLATEN_TABLES_PEERS is not set: nothing to compare with.');
  const engine = createEngine({ operations: [pdfToExcel], executor: createThreadExecutor({ threads: 1 }) });
  const measured: Measured[] = [];
  try {
    // The first conversion loads the worker, which a standing one has behind it.
    await convert(engine, files[0] ?? '');
    for (const [index, file] of files.entries()) {
      const one = await measure(file, commands, join(folder, `${index}.xlsx`), engine).catch(() => null);
      if (one !== null) measured.push(one);
    }
  } finally {
    await engine.stop();
  }
  return [
    { name: `files (${files.length - measured.length} left out)`, unit: '', ours: measured.length, peer: null },
    { name: 'pages', unit: '', ours: measured.reduce((total, { pages }) => total + pages, 0), peer: null },
    ...(commands.size === 0 ? [null] : [...commands.keys()]).flatMap((peer) => compare(measured, peer)),
  ];
}

/** The peers by name. */
function peerCommands(): ReadonlyMap<string, string> {
  const entries = (process.env.PLATEN_TABLES_PEERS ?? '').split(';').filter((entry) => entry.includes('='));
  return new Map(entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]));
}

async function convert(engine: ReturnType<typeof createEngine>, file: string) {
  await using _workbook = await engine.convert(pdfToExcel, file, { ocr: 'off', content: 'all' });
}

/** Rejects for a file that one of them cannot convert. */
async function measure(
  file: string,
  commands: ReadonlyMap<string, string>,
  output: string,
  engine: ReturnType<typeof createEngine>,
): Promise<Measured> {
  const pages = (await openPdf(file)).pages.length;
  const { wallMs: warmMs } = await timed(() => convert(engine, file));
  const ours = await timedShell(`${alone} '${file}'`);
  const peers = new Map<string, ShellTimes>();
  for (const [name, command] of commands) {
    const filled = command.replaceAll('{in}', `'${file}'`).replaceAll('{out}', `'${output}'`);
    peers.set(name, await timedShell(`timeout 300 ${filled} > ${output}.log 2>&1`));
  }
  return { pages, ours, warmMs, peers };
}

function compare(measured: readonly Measured[], peerName: string | null): readonly Figure[] {
  const pages = measured.reduce((total, one) => total + one.pages, 0);
  const perPage = (value: (one: Measured) => number) =>
    measured.reduce((total, one) => total + value(one), 0) / 1000 / pages;
  const peerOf = ({ peers }: Measured) => peers.get(peerName ?? '');
  const against = (name: string, unit: string, ours: number, peer: number, target: number): Figure => {
    if (peerName === null) return { name, unit, ours, peer: null };
    return { name, unit, ours, peer, peerName, ...(peerName === 'camelot' ? { target } : {}) };
  };
  const wall = perPage((one) => peerOf(one)?.wallMs ?? 0);
  const warm = perPage(({ warmMs }) => warmMs);
  return [
    against('time a page in a warm worker', 's', warm, wall, timeTarget),
    against(
      'time a page in a process of its own',
      's',
      perPage(({ ours }) => ours.wallMs),
      wall,
      timeTarget,
    ),
    against(
      'processor time a page in a process of its own',
      's',
      perPage(({ ours }) => ours.cpuMs),
      perPage((one) => peerOf(one)?.cpuMs ?? 0),
      timeTarget,
    ),
    against(
      'memory at most, a file a process',
      'MB',
      Math.max(...measured.map(({ ours }) => ours.peakMegabytes)),
      Math.max(...measured.map((one) => peerOf(one)?.peakMegabytes ?? 0)),
      1,
    ),
  ];
}

/** The corpus again and again in one file, to its page limit. */
async function longFigures(files: readonly string[], folder: string): Promise<readonly Figure[]> {
  const whole = join(folder, 'whole.pdf');
  const long = join(folder, 'long.pdf');
  await qpdf(['--empty', '--pages', ...files, '--', whole]);
  const pages = (await openPdf(whole, { limits: { maxPages: 100_000 } })).pages.length;
  const copies = Array.from({ length: Math.ceil(longPages / pages) }, (_, index) => [
    whole,
    `1-${Math.min(pages, longPages - index * pages)}`,
  ]);
  await qpdf(['--empty', '--pages', ...copies.flat(), '--', long]);
  const { wallMs, peakMegabytes } = await timedShell(`${alone} '${long}'`);
  return [
    { name: `time a page of ${longPages}`, unit: 's', ours: wallMs / 1000 / longPages, peer: null },
    { name: `memory at most, ${longPages} pages`, unit: 'MB', ours: peakMegabytes, peer: null },
  ];
}

/** qpdf ends with 3 where it has mended something. */
async function qpdf(words: readonly string[]): Promise<void> {
  await run('qpdf', [...words]).catch((error: { readonly code?: number }) => {
    if (error.code !== 3) throw error;
  });
}

/** Figures of the external scorer: shares as what they lack to 1, and what they may lack. */
const qualityTargets = {
  adj_f1_macro: 0.12,
  adj_p_micro: 0.1,
  exact_share: 0.4,
  num_typed: 0.03,
} as const;

function qualityFigures(): readonly Figure[] {
  const path = process.env.PLATEN_TABLES_SCORES;
  if (path === undefined) return [];
  const { summary } = JSON.parse(readFileSync(path, 'utf8')) as { readonly summary: Readonly<Record<string, number>> };
  const shares = Object.entries(qualityTargets).flatMap(([name, target]): Figure[] => {
    const score = summary[name];
    return score === undefined ? [] : [{ name: `1 − ${name}`, unit: '', ours: 1 - score, peer: null, target }];
  });
  return [...shares, { name: 'numbers mistyped', unit: '', ours: summary.num_mistyped ?? 0, peer: null, target: 0 }];
}
