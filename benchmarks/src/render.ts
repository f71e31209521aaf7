import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfToImage } from '@platen/pdf-to-image';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { median, type Times, timed } from './timed.ts';
import { timedShell } from './timed-shell.ts';

const run = promisify(execFile);
const dpi = 150;
const rounds = 3;
const coldRounds = 9;
const longPages = 2_000;

/** Needs mutool, pdftoppm and qpdf on the path, and the packages built: the command line is measured as a user runs it. */
export const benchmark: Benchmark = {
  name: 'render',
  description: `PDF to PNG at ${dpi} dpi, two workers, on one document made of the corpus's first pages; medians of ${rounds} warm runs.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-render-'));
    try {
      const { path, pageCount } = await joinCorpus(folder);
      const warm = await compareWarm(path, pageCount, folder);
      return [...warm, await compareCold(path, folder), await longDocument(path, folder)];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** At most this many pages of each file, so that no kind of page rules. */
const pagesPerFile = 3;

async function joinCorpus(folder: string): Promise<{ readonly path: string; readonly pageCount: number }> {
  const parts: string[] = [];
  for (const file of await corpusFiles('.pdf')) {
    const count = await run('qpdf', ['--show-npages', file]).then(
      ({ stdout }) => Number(stdout),
      () => 0,
    );
    if (count > 0) parts.push(file, count > pagesPerFile ? `1-${pagesPerFile}` : '1-z');
  }
  const path = join(folder, 'corpus.pdf');
  await run('qpdf', ['--warning-exit-0', '--empty', '--pages', ...parts, '--', path]);
  const { stdout } = await run('qpdf', ['--show-npages', path]);
  return { path, pageCount: Number(stdout) };
}

async function compareWarm(path: string, pageCount: number, folder: string): Promise<readonly Figure[]> {
  const engine = createEngine({ operations: [pdfToImage], executor: createThreadExecutor({ threads: 2 }) });
  const render = async () => {
    await using _images = await engine.convert(pdfToImage, path, { dpi });
  };
  await render();
  const half = Math.ceil(pageCount / 2);
  const mutool = (pages: string) => `mutool draw -q -r ${dpi} -o ${folder}/m%d.png ${path} ${pages} 2>/dev/null`;
  const ours: Times[] = [];
  const peers: Times[] = [];
  // Taken in turns, so that whatever else the machine does hits both.
  for (let round = 0; round < rounds; round++) {
    ours.push(await timed(render));
    peers.push(await timedShell(`${mutool(`1-${half}`)} & ${mutool(`${half + 1}-N`)} & wait`));
  }
  await engine.stop();
  const poppler = await timedShell(`pdftoppm -png -cropbox -r ${dpi} ${path} ${folder}/p 2>/dev/null`);
  const pages = `${pageCount} pages`;
  return [
    figure(`${pages}, wall`, median(ours, 'wallMs'), median(peers, 'wallMs'), '2 × mutool', 0.6),
    figure(`${pages}, processor time`, median(ours, 'cpuMs'), median(peers, 'cpuMs'), '2 × mutool', 0.9),
    figure(`${pages}, wall`, median(ours, 'wallMs'), poppler.wallMs, '1 × pdftoppm', 0.08),
  ];
}

/** One page, in a process started for it. */
async function compareCold(path: string, folder: string): Promise<Figure> {
  const page = join(folder, 'page.pdf');
  await run('qpdf', ['--empty', '--pages', path, '1', '--', page]);
  const platen = new URL('../../packages/cli/bin/platen.js', import.meta.url).pathname;
  const ours: Times[] = [];
  const peers: Times[] = [];
  for (let round = 0; round < coldRounds; round++) {
    ours.push(
      await timedShell(`${process.execPath} ${platen} convert pdf/to-image ${page} --dpi ${dpi} -o ${folder}/c.png`),
    );
    peers.push(await timedShell(`mutool draw -q -r ${dpi} -o ${folder}/c.png ${page} 2>/dev/null`));
  }
  return figure('1 page, cold, wall', median(ours, 'wallMs'), median(peers, 'wallMs'), 'mutool', 1.5);
}

function figure(name: string, ours: number, peer: number, peerName: string, target: number): Figure {
  return { name, unit: 'ms', ours, peer, peerName, target };
}

/** Memory of this process while it renders a document at the page limit, at a low resolution. */
async function longDocument(path: string, folder: string): Promise<Figure> {
  const long = join(folder, 'long.pdf');
  const repeated = Array.from({ length: Math.ceil(longPages / 100) }, () => [path, '1-100']).flat();
  await run('qpdf', ['--warning-exit-0', '--empty', '--pages', ...repeated, '--', long]);
  const engine = createEngine({ operations: [pdfToImage], executor: createThreadExecutor({ threads: 2 }) });
  let peakBytes = 0;
  const sample = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 50);
  {
    await using _images = await engine.convert(pdfToImage, long, { dpi: 36 }, { timeoutMs: 600_000 });
  }
  clearInterval(sample);
  await engine.stop();
  return { name: `peak memory, ${longPages} pages`, unit: 'MB', ours: peakBytes / 2 ** 20, peer: null };
}
