import { spawnSync } from 'node:child_process';
import { mupdfPython } from './jury/mupdf.ts';

/** A program that does what we do, or that a benchmark judges by. */
interface Peer {
  /** Makes it print its version. */
  readonly version: readonly [program: string, ...words: string[]];
  /** The line that installs it on Debian and Ubuntu. */
  readonly install: string;
}

/** Raises where the package is missing; importing it takes seconds. */
const mupdfVersion = 'from importlib.metadata import version; print(version("pymupdf"))';

const peers = {
  qpdf: { version: ['qpdf', '--version'], install: 'apt-get install qpdf' },
  gs: { version: ['gs', '--version'], install: 'apt-get install ghostscript' },
  mutool: { version: ['mutool', '-v'], install: 'apt-get install mupdf-tools' },
  mupdf: {
    version: [mupdfPython, '-c', mupdfVersion],
    install: 'pip install pymupdf, and PLATEN_MUPDF_PYTHON=<its python>',
  },
  pdftoppm: { version: ['pdftoppm', '-v'], install: 'apt-get install poppler-utils' },
  img2pdf: { version: ['img2pdf', '--version'], install: 'apt-get install img2pdf' },
  ocrmypdf: { version: ['ocrmypdf', '--version'], install: 'apt-get install ocrmypdf' },
  tesseract: { version: ['tesseract', '--version'], install: 'apt-get install tesseract-ocr' },
  pdf2docx: { version: ['pdf2docx', '--help'], install: 'pipx install pdf2docx' },
  camelot: { version: ['camelot', '--version'], install: 'pipx install camelot-py' },
  soffice: { version: ['soffice', '--version'], install: 'apt-get install libreoffice-writer' },
  chromium: { version: ['chromium', '--version'], install: 'apt-get install chromium' },
  postgres: { version: ['pg_config', '--version'], install: 'apt-get install postgresql' },
} satisfies Readonly<Record<string, Peer>>;

export type PeerName = keyof typeof peers;

const found = new Map<PeerName, string | null>();

/** The version of a peer as it prints it, or null where it is not on the path. */
export function peerVersion(name: PeerName): string | null {
  const known = found.get(name);
  if (known !== undefined) return known;
  const [program, ...words] = peers[name].version;
  const { error, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', timeout: 20_000 });
  const version = /\d+(?:\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? 'of an unknown version';
  // A Python without the package starts, too.
  const isThere = error === undefined && !stderr.includes('PackageNotFoundError');
  found.set(name, isThere ? version : null);
  return found.get(name) ?? null;
}

/** The line that installs a peer. */
export function installLine(name: PeerName): string {
  return peers[name].install;
}

/** Each peer that this run has asked for. */
export function askedPeers(): ReadonlyMap<PeerName, string | null> {
  return found;
}
