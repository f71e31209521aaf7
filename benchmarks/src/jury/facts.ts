import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openRenderer } from '@platen/pdf-kit/render';

const run = promisify(execFile);
const settings = { maxBuffer: 1 << 28, timeout: 120_000 };

/** What one tool says of a document: one value a page, or one value for all of it. */
export interface Fact {
  /** Such as `text`: two tools say each. */
  readonly name: string;
  readonly tool: string;
  /** One for each page, where the fact is of pages; else a sorted list. */
  readonly values: readonly string[];
  readonly ofPages: boolean;
}

/** A way to read a fact; rejects where the tool cannot read the file. */
interface Witness {
  readonly name: string;
  readonly tool: string;
  readonly ofPages: boolean;
  read(path: string): Promise<readonly string[]>;
}

/** Each fact by two tools that share no code. */
const witnesses: readonly Witness[] = [
  { name: 'boxes', tool: 'poppler', ofPages: true, read: popplerBoxes },
  { name: 'boxes', tool: 'pdfium', ofPages: true, read: pdfiumBoxes },
  { name: 'text', tool: 'poppler', ofPages: true, read: popplerText },
  { name: 'text', tool: 'ghostscript', ofPages: true, read: ghostscriptText },
  { name: 'fields', tool: 'qpdf', ofPages: false, read: async (path) => fieldsOf(await qpdfJson(path)) },
  { name: 'attachments', tool: 'qpdf', ofPages: false, read: async (path) => attachmentsOf(await qpdfJson(path)) },
  { name: 'attachments', tool: 'poppler', ofPages: false, read: popplerAttachments },
  { name: 'annotations', tool: 'qpdf', ofPages: true, read: async (path) => annotationsOf(await qpdfJson(path)) },
  { name: 'annotations', tool: 'poppler', ofPages: true, read: popplerLinks },
  { name: 'tags', tool: 'poppler', ofPages: false, read: popplerTags },
];

/** All that the tools say of a document; what a tool cannot read is left out. */
export async function readFacts(path: string): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const { read, ...witness } of witnesses) {
    const values = await read(path).catch(() => null);
    if (values !== null) facts.push({ ...witness, values });
  }
  return facts;
}

async function printed(program: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await run(program, words, settings);
  return stdout;
}

/** Ends of pages are form feeds; spaces and line breaks are the tool's. */
function pagesOfText(text: string): readonly string[] {
  return text
    .split('\f')
    .slice(0, -1)
    .map((page) => page.replace(/\s+/g, ''));
}

async function popplerText(path: string) {
  return pagesOfText(await printed('pdftotext', '-raw', path, '-'));
}

async function ghostscriptText(path: string) {
  return pagesOfText(
    await printed('gs', '-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=txtwrite', '-sOutputFile=-', path),
  );
}

async function popplerBoxes(path: string) {
  const lines = (await printed('pdfinfo', '-f', '1', '-l', '99999', path)).split('\n');
  return lines
    .filter((line) => /^Page +\d+ size:/.test(line))
    .map((line) => rounded(/size: +(.*?) pts/.exec(line)?.[1] ?? ''));
}

async function pdfiumBoxes(path: string) {
  const renderer = await openRenderer(path);
  try {
    return Array.from({ length: renderer.pageCount }, (_, index) => {
      const { widthPt, heightPt } = renderer.pageSize(index + 1);
      return rounded(`${widthPt} x ${heightPt}`);
    });
  } finally {
    renderer.close();
  }
}

function rounded(text: string): string {
  return text.replace(/\d+(\.\d+)?/g, (number) => Number(number).toFixed(1));
}

async function popplerAttachments(path: string) {
  const lines = (await printed('pdfdetach', '-list', path)).split('\n');
  return lines.flatMap((line) => /^\d+: (.*)/.exec(line)?.[1] ?? []).sort();
}

async function popplerLinks(path: string) {
  const pages = new Map<number, string[]>();
  for (const line of (await printed('pdfinfo', '-url', path)).split('\n')) {
    const [, page, url] = /^ *(\d+) +\S+ +(\S+)/.exec(line) ?? [];
    if (page !== undefined && url !== undefined) pages.set(Number(page), [...(pages.get(Number(page)) ?? []), url]);
  }
  const count = Number(/^Pages: +(\d+)/m.exec(await printed('pdfinfo', path))?.[1] ?? 0);
  return Array.from({ length: count }, (_, index) => (pages.get(index + 1) ?? []).sort().join(' '));
}

/** The words of the structure, without their indentation: elements that have no content in the copy are empty there. */
async function popplerTags(path: string) {
  const words = (await printed('pdfinfo', '-struct', path)).match(/^ *\w+/gm) ?? [];
  return words.map((word) => word.trim()).sort();
}

/** The part of `qpdf --json=2` that is read here. */
interface QpdfJson {
  readonly acroform?: { readonly fields?: readonly QpdfField[] };
  readonly attachments?: Readonly<Record<string, unknown>>;
  readonly pages?: readonly { readonly object: string }[];
  readonly qpdf?: readonly [unknown, Readonly<Record<string, { readonly value?: unknown }>>];
}

interface QpdfField {
  readonly fullname: string;
  readonly value: unknown;
}

async function qpdfJson(path: string): Promise<QpdfJson> {
  // Exit status 3 is one of warnings.
  const text = await printed('qpdf', '--warning-exit-0', '--json=2', path);
  return JSON.parse(text) as QpdfJson;
}

function fieldsOf({ acroform }: QpdfJson) {
  return (acroform?.fields ?? []).map(({ fullname, value }) => `${fullname}=${JSON.stringify(value)}`).sort();
}

function attachmentsOf({ attachments }: QpdfJson) {
  return Object.keys(attachments ?? {}).sort();
}

/** The kinds of annotations on each page. */
function annotationsOf({ pages = [], qpdf }: QpdfJson) {
  const objects = qpdf?.[1] ?? {};
  const resolve = (value: unknown): unknown => {
    const isRef = typeof value === 'string' && /^\d+ \d+ R$/.test(value);
    return isRef ? (objects[`obj:${value}`]?.value ?? null) : value;
  };
  return pages.map(({ object }) => {
    const annotations = resolve(Object(resolve(object))['/Annots']);
    const kinds = (Array.isArray(annotations) ? annotations : []).map((each) =>
      String(Object(resolve(each))['/Subtype']),
    );
    return kinds.sort().join(' ');
  });
}
