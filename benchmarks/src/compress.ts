import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfCompress } from '@platen/pdf-compress';
import { inspectPdf, openPdf } from '@platen/pdf-kit/objects';
import { openRenderer, type PdfRenderer } from '@platen/pdf-kit/render';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { timedShell } from './measure.ts';
import { type GrayPicture, structuralSimilarity } from './ssim.ts';

const run = promisify(execFile);
const dpi = 150;
/** Pages of one file that are compared; the corpora hardly have longer files. */
const maxPages = 40;
const levels = ['low', 'medium', 'high'] as const;

/** Needs gs and qpdf on the path. */
export const benchmark: Benchmark = {
  name: 'compress',
  description: `Each PDF of the corpus on level medium against \`gs -dPDFSETTINGS=/ebook\`: bytes, processor time, how alike every page is to the original (SSIM at ${dpi} dpi), and what is left of the structure. Files that either of them refuses are left out.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-compress-'));
    const engine = createEngine({ operations: [pdfCompress], executor: createThreadExecutor({ threads: 2 }) });
    try {
      const files = await corpusFiles('.pdf');
      const measured: Measured[] = [];
      let refused = 0;
      for (const path of files) {
        const result = await measure(path, folder, engine).catch(() => null);
        if (result === null) refused += 1;
        else measured.push(result);
      }
      return summarize(measured, refused);
    } finally {
      await engine.stop();
      await rm(folder, { recursive: true });
    }
  },
};

interface Copy {
  readonly bytes: number;
  readonly cpuMs: number;
  /** Structural similarity of each page with the original's. */
  readonly similarities: readonly number[];
  /** Kinds of structure the original has and the copy has not. */
  readonly lost: readonly string[];
}

interface Measured {
  readonly bytes: number;
  readonly ours: Copy;
  readonly theirs: Copy;
  /** Bytes on each level, from the gentlest to the strongest. */
  readonly levelBytes: readonly number[];
  /** Whether `qpdf --check` finds more wrong with our copy than with the original. */
  readonly isWorse: boolean;
}

async function measure(path: string, folder: string, engine: ReturnType<typeof createEngine>): Promise<Measured> {
  const [ours, theirs] = [join(folder, 'ours.pdf'), join(folder, 'gs.pdf')];
  await rm(theirs, { force: true });
  const { cpuMs } = await timedShell(
    `timeout 120 gs -q -dNOPAUSE -dBATCH -dSAFER -sDEVICE=pdfwrite -dPDFSETTINGS=/ebook -sOutputFile='${theirs}' '${path}'`,
  );
  const levelBytes: number[] = [];
  let ourCpuMs = 0;
  for (const level of levels) {
    const usage = process.cpuUsage();
    await using conversion = await engine.convert(pdfCompress, path, { level });
    const { user, system } = process.cpuUsage(usage);
    const [output] = conversion.outputs;
    if (output === undefined) throw new Error('nothing came out');
    levelBytes.push(output.sizeBytes);
    if (level !== 'medium') continue;
    ourCpuMs = (user + system) / 1000;
    await copyFile(output.path, ours);
  }
  return {
    bytes: (await stat(path)).size,
    ours: { bytes: (await stat(ours)).size, cpuMs: ourCpuMs, ...(await likeness(path, ours)) },
    theirs: { bytes: (await stat(theirs)).size, cpuMs, ...(await likeness(path, theirs)) },
    levelBytes,
    isWorse: (await checkStatus(ours)) > (await checkStatus(path)),
  };
}

async function likeness(original: string, copy: string): Promise<Pick<Copy, 'similarities' | 'lost'>> {
  const [before, after] = [await openRenderer(original), await openRenderer(copy)];
  const similarities: number[] = [];
  try {
    for (let page = 1; page <= Math.min(before.pageCount, maxPages); page += 1) {
      const [one, other] = [await draw(before, page), await draw(after, page)];
      if (one === null) continue;
      const isComparable = other !== null && other.width === one.width && other.height === one.height;
      similarities.push(isComparable ? structuralSimilarity(one, other) : 0);
    }
  } finally {
    before.close();
    after.close();
  }
  return { similarities, lost: await lostStructure(original, copy) };
}

async function draw(renderer: PdfRenderer, page: number): Promise<GrayPicture | null> {
  if (page > renderer.pageCount) return null;
  try {
    const drawn = await renderer.renderPage(page, { dpi, pixels: 'gray' });
    const picture = { width: drawn.width, height: drawn.height, data: Uint8Array.from(drawn.data) };
    drawn.release();
    return picture;
  } catch {
    // A page that cannot be drawn cannot be compared.
    return null;
  }
}

async function lostStructure(original: string, copy: string): Promise<readonly string[]> {
  const [before, after] = [inspectPdf(await openPdf(original)), inspectPdf(await openPdf(copy))];
  const kinds = ['tagged', 'hasForm', 'hasXfa', 'hasOutline', 'hasAttachments', 'layerCount', 'pdfA'] as const;
  return kinds.filter((kind) => Boolean(before[kind]) && !after[kind]);
}

/** 0 fine, 3 warnings, 2 errors: as a rank. */
async function checkStatus(path: string): Promise<number> {
  const code = await run('qpdf', ['--check', path]).then(
    () => 0,
    (error: { readonly code?: number }) => error.code ?? 2,
  );
  return code === 3 ? 1 : code === 0 ? 0 : 2;
}

function summarize(measured: readonly Measured[], refused: number): readonly Figure[] {
  const sum = (value: (file: Measured) => number) => measured.reduce((total, file) => total + value(file), 0);
  const pages = (copy: 'ours' | 'theirs') =>
    measured.flatMap((file) => file[copy].similarities).sort((one, other) => one - other);
  const [ours, theirs] = [pages('ours'), pages('theirs')];
  const worstLoss = (similarities: readonly number[]) => 1 - (similarities[0] ?? 1);
  const medianLoss = (similarities: readonly number[]) => 1 - (similarities[similarities.length >> 1] ?? 1);
  const lost = (copy: 'ours' | 'theirs') => sum((file) => file[copy].lost.length);
  const grown = (copy: 'ours' | 'theirs') => measured.filter((file) => file[copy].bytes > file.bytes).length;
  const against = (name: string, unit: string, mine: number, peer: number, target?: number): Figure => ({
    name,
    unit,
    ours: mine,
    peer,
    peerName: 'gs',
    ...(target === undefined ? {} : { target }),
  });
  const alone = (name: string, unit: string, value: number, target?: number): Figure => ({
    name,
    unit,
    ours: value,
    peer: null,
    ...(target === undefined ? {} : { target }),
  });
  const total = sum((file) => file.bytes);
  const unordered = measured.filter(({ levelBytes: [low = 0, medium = 0, high = 0] }) => low < medium || medium < high);
  return [
    alone(`files (${refused} left out)`, '', measured.length),
    against(
      'bytes of all files',
      'KB',
      sum((file) => file.ours.bytes) / 1000,
      sum((file) => file.theirs.bytes) / 1000,
      0.9,
    ),
    ...levels.map((level, index) =>
      alone(`share of the original, level ${level}`, '', sum((file) => file.levelBytes[index] ?? 0) / total),
    ),
    against('processor time', 's', sum((file) => file.ours.cpuMs) / 1000, sum((file) => file.theirs.cpuMs) / 1000, 1),
    against(`1 − lowest SSIM of ${ours.length} pages`, '', worstLoss(ours), worstLoss(theirs), 1),
    against('1 − median SSIM', '', medianLoss(ours), medianLoss(theirs)),
    alone('files that grew', '', grown('ours'), 0),
    alone('files that grew, gs', '', grown('theirs')),
    alone('kinds of structure lost', '', lost('ours'), 0),
    alone('kinds of structure lost, gs', '', lost('theirs')),
    alone('files larger on a stronger level', '', unordered.length, 0),
    alone('files worse by qpdf --check than they were', '', measured.filter(({ isWorse }) => isWorse).length, 0),
  ];
}
