import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@platen/pdf-kit/objects';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { type ShellTimes, scriptCommand, timedShell } from './timed-shell.ts';

const targetPages = 1_000;
const targetBytes = 100 * 2 ** 20;
/** Files of the merges that are over so soon that they are measured several times, and how often. */
const fewFiles = 10;
const turns = 9;
const peerName = 'qpdf';

/** Needs qpdf on the path. */
export const benchmark: Benchmark = {
  name: 'merge-split',
  description:
    'The documents of the corpus in one file, as often as it takes to have 1 000 pages and 100 MB: those copies merged, and the whole split into its pages. Equal fonts and images of several copies are stored once by us, not by qpdf. Ten files of the corpus merged as well, and the whole corpus in ten files, in turns, the median of nine: of the few the start of Node takes most. Each side is a process of its own, start included; ours runs the packages as built.',
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
        await mergeInTurns(`${fewFiles} files`, (await corpusFiles('.pdf')).slice(0, fewFiles), folder),
        await mergeInTurns(`the corpus in ${fewFiles} files`, await makeGroups(folder), folder),
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

/** All documents of the corpus, as so many files. */
async function makeGroups(folder: string): Promise<readonly string[]> {
  const files = await corpusFiles('.pdf');
  const groups = Array.from({ length: fewFiles }, (_, index) => join(folder, `group-${index}.pdf`));
  for (const [index, group] of groups.entries()) {
    const members = files.filter((_, place) => place % fewFiles === index);
    await timedShell(qpdf(`--empty --pages ${members.join(' ')} -- ${group}`));
  }
  return groups;
}

/** qpdf ends with 3 when it has warnings, which is no failure here. */
function qpdf(commandLine: string): string {
  return `{ qpdf --no-warn ${commandLine} || [ $? -eq 3 ]; }`;
}

/** The command line of one conversion; what follows a split's file are its options as JSON. */
function alone(what: 'merge' | 'split', words: readonly string[]): string {
  return `${scriptCommand('./merge-split-alone.mjs')} ${what} ${words.map((word) => `'${word}'`).join(' ')}`;
}

/** Merges files again and again, in turns, for both sides to have the same machine. */
async function mergeInTurns(what: string, files: readonly string[], folder: string): Promise<Figure> {
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push((await timedShell(alone('merge', files))).wallMs);
    peer.push((await timedShell(qpdf(`--empty --pages ${files.join(' ')} -- ${join(folder, 'few.pdf')}`))).wallMs);
  }
  return { name: `merge of ${what}, wall`, unit: 'ms', ours: median(ours), peer: median(peer), peerName, target: 1.5 };
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
