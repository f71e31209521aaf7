import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { openPdf } from '@platen/pdf-kit/objects';
import { pdfToWord } from '@platen/pdf-to-word';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { type ShellTimes, scriptCommand, timed, timedShell } from './measure.ts';

const run = promisify(execFile);
/** Every so many files of the corpus is converted: the peer takes minutes for all. */
const stride = 4;
/** Documents of real pages, repeated; the longer one must take hardly more memory. */
const shortPages = 250;
const longPages = 2000;
const alone = scriptCommand('./word-alone.ts');
const peerName = 'pdf2docx';

/**
 * Needs qpdf on the path, and the packages built. `PLATEN_WORD_PEER` is the peer's command with `{in}` and `{out}`; without it the peer's column
 * stays empty. `PLATEN_WORD_SCORES` is the summary of an external scorer, as JSON, for the figures of quality.
 */
export const benchmark: Benchmark = {
  name: 'word',
  description: `Every ${stride}th PDF of the corpus (\`PLATEN_CORPUS\`) to Word, against the command in \`PLATEN_WORD_PEER\` (${peerName}; {in} and {out} stand for the files): each file in a process of its own, and all of them in a standing worker. Then ${longPages} real pages in one file, and what an external scorer (\`PLATEN_WORD_SCORES\`) says of the documents.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-word-'));
    try {
      const files = (await corpusFiles('.pdf')).filter((_, index) => index % stride === 0);
      return [...(await speedFigures(files, folder)), ...(await memoryFigures(files, folder)), ...qualityFigures()];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  notes: () => {
    const notes = new URL('../results/word-notes.md', import.meta.url);
    return existsSync(notes) ? readFileSync(notes, 'utf8') : '';
  },
};

interface Measured {
  readonly pages: number;
  readonly ours: ShellTimes;
  readonly peer: ShellTimes | null;
  readonly warmMs: number;
}

async function speedFigures(files: readonly string[], folder: string): Promise<readonly Figure[]> {
  const command = process.env.PLATEN_WORD_PEER;
  if (command === undefined) console.error('PLATEN_WORD_PEER is not set: nothing to compare with.');
  const engine = createEngine({ operations: [pdfToWord], executor: createThreadExecutor({ threads: 1 }) });
  const measured: Measured[] = [];
  try {
    for (const [index, file] of files.entries()) {
      const one = await measure(file, command, join(folder, `${index}.docx`), engine).catch(() => null);
      if (one !== null) measured.push(one);
    }
  } finally {
    await engine.stop();
  }
  const pages = measured.reduce((total, one) => total + one.pages, 0);
  const perPage = (value: (one: Measured) => number) =>
    measured.reduce((total, one) => total + value(one), 0) / 1000 / pages;
  const highest = (value: (one: Measured) => number) => Math.max(...measured.map(value));
  const against = (name: string, unit: string, ours: number, peer: number, target: number): Figure =>
    command === undefined ? { name, unit, ours, peer: null } : { name, unit, ours, peer, peerName, target };
  const peerWall = perPage(({ peer }) => peer?.wallMs ?? 0);
  return [
    { name: `files (${files.length - measured.length} left out)`, unit: '', ours: measured.length, peer: null },
    { name: 'pages', unit: '', ours: pages, peer: null },
    against(
      'time a page in a standing worker',
      's',
      perPage(({ warmMs }) => warmMs),
      peerWall,
      0.25,
    ),
    against(
      'time a page in a process of its own',
      's',
      perPage(({ ours }) => ours.wallMs),
      peerWall,
      0.25,
    ),
    against(
      'processor time a page in a process of its own',
      's',
      perPage(({ ours }) => ours.cpuMs),
      perPage(({ peer }) => peer?.cpuMs ?? 0),
      0.25,
    ),
    against(
      'memory at most, a file a process',
      'MB',
      highest(({ ours }) => ours.peakMegabytes),
      highest(({ peer }) => peer?.peakMegabytes ?? 0),
      1,
    ),
  ];
}

/** Rejects for a file that one of the two cannot convert. */
async function measure(
  file: string,
  command: string | undefined,
  output: string,
  engine: ReturnType<typeof createEngine>,
): Promise<Measured> {
  const pages = (await openPdf(file)).pages.length;
  const { wallMs: warmMs } = await timed(async () => {
    await using _document = await engine.convert(pdfToWord, file, { ocr: 'off' });
  });
  const ours = await timedShell(`${alone} '${file}'`);
  const peerCommand = command?.replaceAll('{in}', `'${file}'`).replaceAll('{out}', `'${output}'`);
  const peer = peerCommand === undefined ? null : await timedShell(`timeout 300 ${peerCommand} > ${output}.log 2>&1`);
  return { pages, ours, peer, warmMs };
}

async function memoryFigures(files: readonly string[], folder: string): Promise<readonly Figure[]> {
  const [short, long] = [join(folder, 'short.pdf'), join(folder, 'long.pdf')];
  await repeatPages(files, shortPages, short);
  await repeatPages(files, longPages, long);
  const few = await timedShell(`${alone} '${short}'`);
  const many = await timedShell(`${alone} '${long}'`);
  return [
    { name: `time a page of ${longPages}`, unit: 's', ours: many.wallMs / 1000 / longPages, peer: null },
    { name: `memory at most, ${longPages} pages`, unit: 'MB', ours: many.peakMegabytes, peer: null },
    {
      name: `${longPages} pages against ${shortPages}`,
      unit: 'MB',
      ours: many.peakMegabytes,
      peer: few.peakMegabytes,
      peerName: `${shortPages} pages`,
      target: 1.25,
    },
  ];
}

/** Pages of the files, one file after the other and from the beginning again, as one file. */
async function repeatPages(files: readonly string[], pageCount: number, output: string): Promise<void> {
  const parts: string[] = [];
  let pages = 0;
  while (pages < pageCount) {
    for (const file of files) {
      const count = await openPdf(file).then(
        ({ pages: all }) => all.length,
        () => 0,
      );
      const taken = Math.min(count, pageCount - pages);
      if (taken > 0) parts.push(file, `1-${taken}`);
      pages += taken;
    }
    if (pages === 0) throw new Error('No file of the corpus can be read');
  }
  // qpdf ends with 3 where it has mended something.
  await run('qpdf', ['--empty', '--pages', ...parts, '--', output]).catch((error: { readonly code?: number }) => {
    if (error.code !== 3) throw error;
  });
}

/** Shares of the external scorer, as what they lack to 1, and what they may lack. */
const qualityTargets = {
  overall: 0.13,
  visual: 0.25,
  page_match: 0.15,
  headings: 0.15,
  lists: 0.15,
  links: 0.15,
  images: 0.15,
  hdrftr: 0.15,
  no_false_tables: 0.1,
} as const;

function qualityFigures(): readonly Figure[] {
  const path = process.env.PLATEN_WORD_SCORES;
  if (path === undefined) return [];
  const { summary } = JSON.parse(readFileSync(path, 'utf8')) as { readonly summary: Readonly<Record<string, number>> };
  return Object.entries(qualityTargets).flatMap(([name, target]) => {
    const score = summary[name];
    return score === undefined
      ? []
      : [{ name: `1 − ${name.replaceAll('_', ' ')}`, unit: '', ours: 1 - score, peer: null, target }];
  });
}
