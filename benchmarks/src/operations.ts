import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { standardOperations } from '@platen/standard';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles, generatedFiles } from './corpus-files.ts';
import { inTurns, platenCommand, timed, timedShell } from './measure.ts';
import { type PeerName, peerVersion } from './peers.ts';
import { profiled } from './profiled.ts';
import { runSettings } from './run-settings.ts';

/** A conversion that is measured in a standing host and, where it says so, as a command line. */
interface Job {
  readonly name: string;
  readonly operation: (typeof standardOperations)[number]['name'];
  readonly options?: Readonly<Record<string, unknown>>;
  /** Names of generated files; a job whose files are not those of a quick run is left out of one. */
  readonly files: readonly string[];
  readonly peer: PeerName | null;
  /** What the ratio to the peer should stay at or below, in a standing host and as a whole process. */
  readonly target?: number;
  readonly coldTarget?: number;
}

const tiny = Array.from({ length: 10 }, (_, index) => `tiny-${index}.pdf`);
const books = ['text-100.pdf', 'report-50.pdf', 'report-300.pdf', 'statement-120.pdf', 'slides-20.pdf'];
const noOcr = { ocr: 'off' };

const jobs: readonly Job[] = [
  { name: 'merge ten tiny files', operation: 'pdf/merge', files: tiny, peer: 'qpdf', target: 1, coldTarget: 4 },
  { name: 'merge ten files', operation: 'pdf/merge', files: [...books, ...books], peer: 'qpdf', target: 0.8 },
  {
    name: 'split 12 pages',
    operation: 'pdf/split',
    files: ['statement-12.pdf'],
    peer: 'qpdf',
    target: 0.7,
    coldTarget: 4,
  },
  { name: 'split 50 pages', operation: 'pdf/split', files: ['report-50.pdf'], peer: 'qpdf', target: 0.7 },
  { name: 'split 1 000 pages', operation: 'pdf/split', files: ['text-1000.pdf'], peer: 'qpdf', target: 0.7 },
  { name: 'compress a colour scan', operation: 'pdf/compress', files: ['scan-color-1.pdf'], peer: 'gs', target: 2.5 },
  { name: 'compress a grey scan', operation: 'pdf/compress', files: ['scan-gray-1.pdf'], peer: 'gs', target: 2.5 },
  { name: 'compress a book', operation: 'pdf/compress', files: ['report-300.pdf'], peer: 'gs', target: 0.72 },
  {
    name: 'a report to images',
    operation: 'pdf/to-image',
    options: { dpi: 150 },
    files: ['report-3.pdf'],
    peer: 'mutool',
    target: 1,
    coldTarget: 4,
  },
  {
    name: '100 pages to images',
    operation: 'pdf/to-image',
    options: { dpi: 150 },
    files: ['text-100.pdf'],
    peer: 'mutool',
    target: 0.6,
  },
  {
    name: 'four photographs to PDF',
    operation: 'image/to-pdf',
    files: [1, 2, 3, 4].map((n) => `photograph-${n}.jpg`),
    peer: 'img2pdf',
    target: 0.5,
  },
  {
    name: 'a report to Word',
    operation: 'pdf/to-word',
    options: noOcr,
    files: ['report-3.pdf'],
    peer: 'pdf2docx',
    target: 0.25,
    coldTarget: 1,
  },
  {
    name: '50 pages to Word',
    operation: 'pdf/to-word',
    options: noOcr,
    files: ['report-50.pdf'],
    peer: 'pdf2docx',
    target: 0.25,
  },
  {
    name: 'a year of statements to Excel',
    operation: 'pdf/to-excel',
    options: noOcr,
    files: ['statement-12.pdf'],
    peer: 'camelot',
    target: 0.33,
    coldTarget: 1,
  },
  {
    name: '120 pages of statements to Excel',
    operation: 'pdf/to-excel',
    options: noOcr,
    files: ['statement-120.pdf'],
    peer: 'camelot',
    target: 0.33,
  },
  { name: 'read a grey scan', operation: 'ocr', files: ['scan-gray-1.pdf'], peer: 'ocrmypdf', target: 0.9 },
  { name: 'read three pages', operation: 'ocr', files: ['scan-bilevel-3.pdf'], peer: 'ocrmypdf', target: 0.9 },
];

/** Files of `PLATEN_CORPUS` that are converted by each operation, spread over it. */
const ownFiles = 10;

/** The line that has a peer do the same. */
function peerLine(peer: PeerName, files: readonly string[], folder: string): string {
  const [file = ''] = files;
  const all = files.join(' ');
  const lines: Partial<Record<PeerName, string>> = {
    qpdf: `rm -rf ${folder}/parts && mkdir ${folder}/parts && qpdf --warning-exit-0 --split-pages ${file} ${folder}/parts/page.pdf`,
    gs: `gs -q -dNOPAUSE -dBATCH -dSAFER -sDEVICE=pdfwrite -dPDFSETTINGS=/ebook -sOutputFile=${folder}/gs.pdf ${file}`,
    mutool: `mutool draw -q -r 150 -o ${folder}/m%d.png ${file}`,
    img2pdf: `img2pdf -o ${folder}/img2pdf.pdf ${all}`,
    pdf2docx: `pdf2docx convert ${file} ${folder}/peer.docx`,
    camelot: `camelot --pages all --format excel --output ${folder}/peer.xlsx stream ${file}`,
    ocrmypdf: `ocrmypdf --quiet --jobs 2 ${file} ${folder}/ocr.pdf`,
  };
  if (peer === 'qpdf' && files.length > 1)
    return `qpdf --warning-exit-0 --empty --pages ${all} -- ${folder}/merged.pdf`;
  return `${lines[peer]} 2>${folder}/peer.log`;
}

/** Each operation as a user of a server meets it, and as one of the command line does. */
export const benchmark: Benchmark = {
  name: 'operations',
  description:
    'Each operation in a standing host with two worker threads, and as a whole command line where the name says so, in turns with a peer that is a process each time. Medians, with the interval of the ratio. Processor time is that of all threads and processes. Files of `PLATEN_CORPUS` are converted as well, ten for each operation.',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
    const limits = { maxPages: 100_000, maxOutputs: 100_000 };
    const engine = createEngine({
      operations: standardOperations,
      executor: createThreadExecutor({ threads: 2 }),
      limits,
    });
    try {
      const figures: Figure[] = [];
      for (const job of jobs) figures.push(...(await measureJob(engine, job, folder)));
      for (const job of await ownJobs()) figures.push(...(await measureFiles(engine, job, job.files, folder)));
      return figures;
    } finally {
      await engine.stop();
      await rm(folder, { recursive: true });
    }
  },
};

async function measureJob(
  engine: ReturnType<typeof createEngine>,
  job: Job,
  folder: string,
): Promise<readonly Figure[]> {
  const paths = await generatedFiles(({ name }) => job.files.includes(name));
  if (paths.length < new Set(job.files).size) return [];
  const files = job.files.map((name) => paths.find((path) => path.endsWith(`/${name}`)) ?? '');
  return measureFiles(engine, job, files, folder);
}

async function measureFiles(
  engine: ReturnType<typeof createEngine>,
  { name, operation, options = {}, peer, target, coldTarget }: Job,
  files: readonly string[],
  folder: string,
): Promise<readonly Figure[]> {
  console.error(`  ${name}`);
  const convert = async () => {
    await using _outputs = await engine.convert(operation, files, options);
  };
  const line = peer === null || peerVersion(peer) === null ? null : peerLine(peer, files, folder);
  const rival = peer === null || line === null ? null : { name: peer, run: () => timedShell(line) };
  const limit = target === undefined ? {} : { target };
  const warm = await inTurns({ name, ours: () => timed(convert), peer: rival, ...limit });
  if (runSettings.profile) await profiled(name, convert);
  if (coldTarget === undefined) return warm;
  const flags = Object.entries(options).map(([key, value]) => `--${key} ${value}`);
  const cold = `${platenCommand()} convert ${operation} ${files.join(' ')} ${flags.join(' ')} -f -o ${folder}/cold/`;
  const ours = () => timedShell(`mkdir -p ${folder}/cold && ${cold} >${folder}/cold.log 2>&1`);
  return [...warm, ...(await inTurns({ name: `${name}, command line`, ours, peer: rival, target: coldTarget }))];
}

/** The operations that take one PDF, on the files that were given. */
async function ownJobs(): Promise<readonly Job[]> {
  if (process.env.PLATEN_CORPUS === undefined) return [];
  const all = await corpusFiles('.pdf');
  const stride = Math.max(1, Math.floor(all.length / ownFiles));
  const files = all.filter((_, index) => index % stride === 0).slice(0, ownFiles);
  const each = (['pdf/split', 'pdf/compress', 'pdf/to-word', 'pdf/to-excel'] as const).flatMap((operation) =>
    files.map((file): Job => {
      const peers = {
        'pdf/split': 'qpdf',
        'pdf/compress': 'gs',
        'pdf/to-word': 'pdf2docx',
        'pdf/to-excel': 'camelot',
      } as const;
      const options = operation.startsWith('pdf/to-') ? noOcr : {};
      return {
        name: `${operation} ${file.split('/').at(-1)}`,
        operation,
        options,
        files: [file],
        peer: peers[operation],
      };
    }),
  );
  return [{ name: 'merge of your files', operation: 'pdf/merge', files, peer: 'qpdf' }, ...each];
}
