import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openRenderer } from '@platen/pdf-kit/render';
import { askMupdf } from './mupdf.ts';

const run = promisify(execFile);
const settings = { maxBuffer: 1 << 28, timeout: 60_000 };

/** A fact that one tool reads of a document; rejects where the tool cannot read the file. */
export interface Witness {
  /** Such as `text`: two tools say each. */
  readonly name: string;
  readonly tool: string;
  /** Whether there is one value for each page, in their order; else they are a sorted list. */
  readonly ofPages: boolean;
  read(asked: Asked): Promise<readonly string[]>;
}

/** A file, and what programs that say several facts at once say of it. */
interface Asked {
  readonly path: string;
  qpdf(): Promise<QpdfJson>;
  mupdf(): Promise<MupdfFacts>;
}

/** Each fact by two tools that share no code, the quicker one first. */
export const witnesses: readonly Witness[] = [
  { name: 'boxes', tool: 'pdfium', ofPages: true, read: pdfiumBoxes },
  { name: 'boxes', tool: 'poppler', ofPages: true, read: popplerBoxes },
  { name: 'text', tool: 'mupdf', ofPages: true, read: async ({ mupdf }) => (await mupdf()).text },
  { name: 'text', tool: 'poppler', ofPages: true, read: popplerText },
  { name: 'places', tool: 'mupdf', ofPages: true, read: async ({ mupdf }) => (await mupdf()).places.map(placesText) },
  { name: 'places', tool: 'poppler', ofPages: true, read: popplerPlaces },
  { name: 'fields', tool: 'mupdf', ofPages: false, read: async ({ mupdf }) => (await mupdf()).fields },
  { name: 'fields', tool: 'qpdf', ofPages: false, read: async ({ qpdf }) => fieldsOf(await qpdf()) },
  { name: 'attachments', tool: 'mupdf', ofPages: false, read: async ({ mupdf }) => (await mupdf()).attachments },
  { name: 'attachments', tool: 'poppler', ofPages: false, read: popplerAttachments },
  { name: 'annotations', tool: 'mupdf', ofPages: true, read: async ({ mupdf }) => (await mupdf()).annotations },
  { name: 'annotations', tool: 'qpdf', ofPages: true, read: async ({ qpdf }) => annotationsOf(await qpdf()) },
  { name: 'link areas', tool: 'mupdf', ofPages: true, read: async ({ mupdf }) => (await mupdf()).linkAreas },
  { name: 'link areas', tool: 'qpdf', ofPages: true, read: async ({ qpdf }) => linkAreasOf(await qpdf()) },
  { name: 'links', tool: 'mupdf', ofPages: true, read: async ({ mupdf }) => (await mupdf()).links },
  { name: 'links', tool: 'poppler', ofPages: true, read: popplerLinks },
  { name: 'tags', tool: 'qpdf', ofPages: false, read: async ({ qpdf }) => tagsOf(await qpdf()) },
  { name: 'tags', tool: 'poppler', ofPages: false, read: popplerTags },
  { name: 'claims', tool: 'mupdf', ofPages: false, read: async ({ mupdf }) => claimsOf((await mupdf()).xmp) },
  { name: 'claims', tool: 'poppler', ofPages: false, read: popplerClaims },
];

/** A document and what the tools say of it. */
export interface Examined {
  readonly path: string;
  /** What a tool says, which is asked once; null where it cannot read the document. */
  say(witness: Witness): Promise<readonly string[] | null>;
}

/** A document whose facts are read when they are asked for. */
export function examined(path: string): Examined {
  const asked = { path, qpdf: once(() => qpdfJson(path)), mupdf: once(() => mupdfFacts(path)) };
  const said = new Map<Witness, Promise<readonly string[] | null>>();
  return {
    path,
    say(witness) {
      const answer = said.get(witness) ?? witness.read(asked).catch(() => null);
      said.set(witness, answer);
      return answer;
    },
  };
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
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

async function popplerText({ path }: Asked) {
  return pagesOfText(await printed('pdftotext', '-raw', path, '-'));
}

type Place = readonly [word: string, x: number, y: number];

async function popplerPlaces({ path }: Asked) {
  const pages = (await printed('pdftotext', '-bbox', path, '-')).split('<page ').slice(1);
  const pattern = /<word xMin="([^"]*)" yMin="([^"]*)"[^>]*>(.*)<\/word>/g;
  return pages.map((page) =>
    placesText(Array.from(page.matchAll(pattern), ([, x, y, word = '']) => [word, Number(x), Number(y)])),
  );
}

/** Where the words of a page begin, as `isSamePlaces` reads it. */
function placesText(places: readonly Place[]): string {
  return JSON.stringify(places);
}

/** How far words may move: compressed pages keep the pixels of 1 200 dpi, but viewers take word heights from fonts. */
const tolerancePt = 1.5;

/** Whether each word of a page has its place in the other. */
export function isSamePlaces(one: string, other: string): boolean {
  const [places, others] = [one, other].map((text) => JSON.parse(text) as readonly Place[]);
  if (places === undefined || others === undefined || places.length !== others.length) return false;
  const byWord = Map.groupBy(others, ([word]) => word);
  return places.every(([word, x, y]) =>
    byWord.get(word)?.some(([, left, top]) => Math.abs(left - x) <= tolerancePt && Math.abs(top - y) <= tolerancePt),
  );
}

interface MupdfFacts {
  readonly text: readonly string[];
  readonly places: readonly (readonly Place[])[];
  readonly links: readonly string[];
  readonly linkAreas: readonly string[];
  readonly annotations: readonly string[];
  readonly fields: readonly string[];
  readonly attachments: readonly string[];
  readonly xmp: string;
}

async function mupdfFacts(path: string) {
  return (await askMupdf({ path })) as MupdfFacts;
}

async function popplerClaims({ path }: Asked) {
  return claimsOf(await printed('pdfinfo', '-meta', path));
}

/** What XMP claims: PDF/A, PDF/UA, PDF/X, and to be an electronic invoice under the usual prefixes. */
function claimsOf(xmp: string): readonly string[] {
  const names = 'pdfaid:part|pdfaid:conformance|pdfuaid:part|pdfxid:GTS_PDFXVersion|\\w+:DocumentFileName';
  const found = xmp.matchAll(new RegExp(`(${names})(?:\\s*=\\s*["']|>)\\s*([^<"']*)`, 'g'));
  return [...new Set(Array.from(found, ([, name, value = '']) => `${name} ${value.trim()}`))].sort();
}

async function popplerBoxes({ path }: Asked) {
  const lines = (await printed('pdfinfo', '-f', '1', '-l', '99999', path)).split('\n');
  return lines
    .filter((line) => /^Page +\d+ size:/.test(line))
    .map((line) => rounded(/size: +(.*?) pts/.exec(line)?.[1] ?? ''));
}

async function pdfiumBoxes({ path }: Asked) {
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

async function popplerAttachments({ path }: Asked) {
  const lines = (await printed('pdfdetach', '-list', path)).split('\n');
  return lines.flatMap((line) => /^\d+: (.*)/.exec(line)?.[1] ?? []).sort();
}

async function popplerLinks({ path }: Asked) {
  const pages = new Map<number, string[]>();
  for (const line of (await printed('pdfinfo', '-url', path)).split('\n')) {
    const [, page, url] = /^ *(\d+) +\S+ +(\S+)/.exec(line) ?? [];
    if (page !== undefined && url !== undefined) pages.set(Number(page), [...(pages.get(Number(page)) ?? []), url]);
  }
  const count = Number(/^Pages: +(\d+)/m.exec(await printed('pdfinfo', path))?.[1] ?? 0);
  return Array.from({ length: count }, (_, index) => (pages.get(index + 1) ?? []).sort().join(' '));
}

/** The words of the structure, without their indentation: elements that have no content in the copy are empty there. */
async function popplerTags({ path }: Asked) {
  const words = (await printed('pdfinfo', '-struct', path)).match(/^ *\w+/gm) ?? [];
  return words.map((word) => word.trim()).sort();
}

/** The part of `qpdf --json=2` that is read here. */
interface QpdfJson {
  readonly acroform?: { readonly fields?: readonly QpdfField[] };
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

/** The kinds of annotations on each page, but for links. */
function annotationsOf(json: QpdfJson) {
  return kindsOf(json).map((kinds) => kinds.filter((kind) => kind !== '/Link').join(' '));
}

/** How many links each page has. */
function linkAreasOf(json: QpdfJson) {
  return kindsOf(json).map((kinds) => String(kinds.filter((kind) => kind === '/Link').length));
}

function kindsOf(json: QpdfJson): readonly (readonly string[])[] {
  const resolve = resolverOf(json);
  return (json.pages ?? []).map(({ object }) => {
    const annotations = resolve(Object(resolve(object))['/Annots']);
    return (Array.isArray(annotations) ? annotations : [])
      .map((each) => String(Object(resolve(each))['/Subtype']))
      .sort();
  });
}

/** The kinds of all elements of the structure tree. */
function tagsOf(json: QpdfJson) {
  const resolve = resolverOf(json);
  const root = Object(resolve(Object(json.qpdf?.[1].trailer?.value)['/Root']))['/StructTreeRoot'];
  const [kinds, met, left] = [[] as string[], new Set<unknown>(), [root]];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const value = resolve(at);
    if (Array.isArray(value)) left.push(...value.filter((item) => item !== null));
    else if (value !== null && typeof value === 'object' && !met.has(value)) {
      met.add(value);
      const { '/S': kind, '/K': kids } = value as Readonly<Record<string, unknown>>;
      if (typeof kind === 'string') kinds.push(kind);
      if (kids !== undefined && kids !== null) left.push(kids);
    }
  }
  return kinds.sort();
}

function resolverOf({ qpdf }: QpdfJson): (value: unknown) => unknown {
  const objects = qpdf?.[1] ?? {};
  return (value) => {
    const isRef = typeof value === 'string' && /^\d+ \d+ R$/.test(value);
    return isRef ? (objects[`obj:${value}`]?.value ?? null) : value;
  };
}
