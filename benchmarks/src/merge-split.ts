import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@platen/pdf-kit/objects';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { type ShellTimes, scriptCommand, timedShell } from './timed-shell.ts';

const targetPages = 1_000;
const targetBytes = 100 * 2 ** 20;
/** Files of the merge that takes less than starting Node does, and how often it is measured. */
const fewFiles = 10;
const turns = 9;
const peerName = 'qpdf';

/** Needs qpdf on the path. */
export const benchmark: Benchmark = {
  name: 'merge-split',
  description:
    'The documents of the corpus in one file, as often as it takes to have 1 000 pages and 100 MB: those copies merged, and the whole split into its pages. Equal fonts and images of several copies are stored once by us, not by qpdf. Ten files of the corpus merged as well, in turns, the median of nine: there the start of Node counts most. Each side is a process of its own, start included; ours runs the packages as built.',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-merge-'));
    try {
      const copies = await makeCopies(folder);
      const whole = join(folder, 'whole.pdf');
      const peerMerge = await timedShell(qpdf(`--empty --pages ${copies.join(' ')} -- ${whole}`));
      const merge = await timedShell(alone('merge', copies));
      const peerSplit = await timedShell(
        `mkdir ${folder}/parts && ${qpdf(`--split-pages ${whole} ${folder}/parts/page.pdf`)}`,
      );
      const split = await timedShell(alone('split', [whole]));
      const halves = await timedShell(alone('split', [whole, '{"parts":2}']));
      return [
        ...figures('merge', merge, peerMerge, 1.5),
        ...figures('split', split, peerSplit, 1),
        await mergeFew((await corpusFiles('.pdf')).slice(0, fewFiles), join(folder, 'few.pdf')),
        { name: 'split in two, memory', unit: 'MB', ours: halves.peakMegabytes, peer: null },
      ];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** Copies of one file of the whole corpus: different files, so that qpdf copies what they hold each time, as it would. */
async function makeCopies(folder: string): Promise<readonly string[]> {
  const one = join(folder, 'copy-0.pdf');
  await timedShell(qpdf(`--empty --pages ${(await corpusFiles('.pdf')).join(' ')} -- ${one}`));
  const { pages } = await openPdf(one, { limits: { maxPages: 100_000 } });
  const count = Math.max(targetPages / pages.length, targetBytes / (await stat(one)).size);
  const copies = Array.from({ length: Math.ceil(count) }, (_, index) => join(folder, `copy-${index}.pdf`));
  for (const copy of copies.slice(1)) await copyFile(one, copy);
  return copies;
}

/** qpdf ends with 3 when it has warnings, which is no failure here. */
function qpdf(commandLine: string): string {
  return `{ qpdf --no-warn ${commandLine} || [ $? -eq 3 ]; }`;
}

/** The command line of one conversion; what follows a split's file are its options as JSON. */
function alone(what: 'merge' | 'split', words: readonly string[]): string {
  return `${scriptCommand('./merge-split-alone.ts')} ${what} ${words.map((word) => `'${word}'`).join(' ')}`;
}

/** Merges files again and again, in turns, for both sides to have the same machine. */
async function mergeFew(files: readonly string[], target: string): Promise<Figure> {
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push((await timedShell(alone('merge', files))).wallMs);
    peer.push((await timedShell(qpdf(`--empty --pages ${files.join(' ')} -- ${target}`))).wallMs);
  }
  const name = `merge of ${files.length} files, wall`;
  return { name, unit: 'ms', ours: median(ours), peer: median(peer), peerName, target: 1.5 };
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}

function figures(name: string, ours: ShellTimes, peer: ShellTimes, target: number): readonly Figure[] {
  return [
    { name: `${name}, processor time`, unit: 'ms', ours: ours.cpuMs, peer: peer.cpuMs, peerName, target },
    { name: `${name}, wall`, unit: 'ms', ours: ours.wallMs, peer: peer.wallMs, peerName },
    { name: `${name}, memory`, unit: 'MB', ours: ours.peakMegabytes, peer: peer.peakMegabytes, peerName },
  ];
}
