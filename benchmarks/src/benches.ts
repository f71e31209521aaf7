import { existsSync } from 'node:fs';
import { installLine, type PeerName, peerVersion } from './peers.ts';

/** A benchmark as the list names it. */
interface Bench {
  readonly name: string;
  readonly summary: string;
  /** About how long it takes on two processors. */
  readonly minutes: number;
  /** The same of a quick run; null when it is not part of one. */
  readonly quickMinutes: number | null;
  /** Programs without which it measures nothing. */
  readonly needs: readonly PeerName[];
  /** Programs that it compares with where they are. */
  readonly peers: readonly PeerName[];
  /** What real documents it needs in `PLATEN_CORPUS`. */
  readonly corpus?: string;
}

const row = (
  name: string,
  summary: string,
  [minutes, quickMinutes]: readonly [number, number | null],
  rest: Partial<Pick<Bench, 'needs' | 'peers' | 'corpus'>> = {},
): Bench => ({ name, summary, minutes, quickMinutes, needs: [], peers: [], ...rest });

/** Every benchmark: speed first, then what a host pays, then how good results are. */
export const benches: readonly Bench[] = [
  row('operations', 'speed and memory of each operation, warm and as a command line, against peers', [25, 6], {
    peers: ['qpdf', 'gs', 'mutool', 'img2pdf', 'pdf2docx', 'camelot', 'ocrmypdf'],
  }),
  row('imports', 'what a host waits for when it imports a package', [1, 0.5]),
  row(
    'host',
    'latency of a 202, event loop and memory of a host, against Express with busboy; Hono against Fastify',
    [3, 2],
  ),
  row('store-writes', 'job records written durably, against a commit each', [1, 0.5]),
  row('round-trip', 'a call of a worker that does nothing, in a process and in a thread', [0.5, 0.5]),
  row('growth', 'by which exponent time grows with the things in a file', [25, 1.5]),
  row('login-flood', 'a 202 while strangers try passwords', [1.5, 0.5]),
  row('hostile', 'processor time of small hostile files through each operation', [30, null]),
  row('install', 'disk, packages and start of what is installed', [8, null]),
  row('dashboard', 'what the dashboard costs a host', [4, null]),
  row('answers', 'what a node with much history answers, in PostgreSQL and in SQLite', [15, null], {
    needs: ['postgres'],
  }),
  row('simulation', 'which statement of the stores, and which resource, is full first with many nodes', [8, null], {
    needs: ['postgres'],
  }),
  row('cluster', 'kills, restarts and partitions of several machines', [60, null], { needs: ['postgres'] }),
  row('compress', 'bytes, likeness and structure of compressed PDFs, against Ghostscript', [30, null], {
    needs: ['gs', 'qpdf'],
  }),
  row('tables', 'PDF to Excel by file, against the peers of `PLATEN_TABLES_PEERS`', [15, null], { needs: ['qpdf'] }),
  row('tables-generated', 'tables found in drawn pages, by F1', [10, 1.5]),
  row('statements', 'amounts, signs and rows of drawn statements', [15, 1]),
  row('word', 'PDF to Word by file, against `PLATEN_WORD_PEER`', [15, null], { needs: ['qpdf'] }),
  row('word-editing', 'words, page breaks and styles of Word documents', [10, null], { needs: ['pdftoppm'] }),
  row('page-verdict', 'Word documents laid out by LibreOffice, as an eye sees them', [60, null], {
    needs: ['soffice', 'pdftoppm'],
  }),
  row('markdown', 'Markdown of printed documents whose source is known, against `PLATEN_MARKDOWN_PEERS`', [5, null], {
    needs: ['chromium'],
  }),
  row('ocr', 'errors, positions and copied text of scans', [60, null], {
    needs: ['tesseract', 'ocrmypdf', 'pdftoppm'],
    corpus: 'scans with a manifest',
  }),
  row('render-fidelity', 'drawn pages against poppler', [10, null], { needs: ['pdftoppm'] }),
  row('structure-suites', 'merge, split and compress of the suites of pdf.js and qpdf', [15, null], {
    needs: ['qpdf'],
    corpus: 'those suites',
  }),
  row('jury', 'what four readers say before and after merge, split and compress', [60, null], {
    needs: ['qpdf', 'mupdf', 'pdftoppm'],
  }),
  row('foreign-files', 'outcomes of the test files of other projects, by error', [120, null], {
    corpus: 'those files',
  }),
  row('torture', 'a host under hostile files', [180, null], { corpus: 'hostile files' }),
  row('sensitivity', 'what each threshold of tables changes', [90, null]),
  row('sensitivity-word', 'what each threshold of Word documents changes', [90, null]),
];

/** Why a benchmark cannot run here, with what would help; null when it can. */
export function missingFor({ needs, corpus }: Bench): string | null {
  if (corpus !== undefined && !existsSync(process.env.PLATEN_CORPUS?.split(':')[0] ?? '')) {
    return `set PLATEN_CORPUS to a folder of ${corpus}`;
  }
  const missing = needs.filter((name) => peerVersion(name) === null);
  return missing.length === 0 ? null : missing.map(installLine).join('; ');
}

/** The list, as `npm run bench` prints it. */
export function describeBenches(): string {
  const lines = benches.map((bench) => {
    const quick = bench.quickMinutes === null ? '' : `, quick ${bench.quickMinutes}`;
    const missing = missingFor(bench);
    const peers = bench.peers.filter((name) => peerVersion(name) === null);
    return [
      `  ${bench.name.padEnd(18)}${bench.summary} (${bench.minutes} min${quick})`,
      ...(missing === null ? [] : [`${' '.repeat(20)}needs: ${missing}`]),
      ...peers.map((name) => `${' '.repeat(20)}without ${name}: ${installLine(name)}`),
    ].join('\n');
  });
  return `npm run bench -- <name>… | all [--quick] [--baseline FILE] [--json] [--profile] [--save]

${lines.join('\n')}

Files are generated unless PLATEN_CORPUS names folders of others. How to read the results: benchmarks/README.md`;
}
