import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { decodeData } from '../decode-stream.ts';
import { createLexer } from '../lexer.ts';
import type { OpenedPdf } from '../open-pdf.ts';
import { contentStreams } from '../page-content-streams.ts';
import { type PdfPage, pageResources } from '../page-tree.ts';
import { createTokenCache, type TokenCache } from '../token-cache.ts';
import { anyEntry, arrayEntry, dictEntry, nameEntry, numberEntry } from '../typed-entries.ts';
import { isOutsidePage } from '../walk-objects.ts';
import { resourceCategories } from './page-resources.ts';

/**
 * The resource names that something may use, whatever their category: possibly more than it uses, never fewer. Null when
 * some of its content cannot be read.
 */
export interface UsedNames {
  /** The names that a page uses of its resources. */
  ofPage(page: PdfPage): ReadonlySet<PDFName> | null;
  /** The names of other resources that these pieces of content, and the content of these objects, use. */
  of(resources: PDFDict, content: readonly Uint8Array[], drawn: readonly PDFObject[]): ReadonlySet<PDFName> | null;
}

/** The names that occur in one object, null if its content cannot be read, and the objects it refers to. */
interface Mentions {
  readonly names: ReadonlySet<PDFName> | null;
  readonly refs: readonly PDFRef[];
}

/** Maximum decoded size of a content stream that is read. */
const maxStreamBytes = 64 * 1024 * 1024;
/** Maximum decoded size of all content streams of a document that are read. */
const maxDocumentBytes = 1024 * 1024 * 1024;
/** Maximum objects that resources are followed to, for all pages together. */
const maxVisits = 20_000_000;

const SLASH = 0x2f;

/** Colour spaces that replace those of devices (ISO 32000-2, 8.6.5.6), which content uses without naming them. */
const impliedNames = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'].map((name) => PDFName.of(name));

/**
 * Finds the resources that pages use, by the names in their content and in all content that it draws, since forms, patterns
 * and glyphs may fall back on the resources of the page. Names in strings and inline images count too: in damaged content,
 * readers differ in what is an operand. Each object is read once for all pages.
 */
export function createUsedNames({ context }: OpenedPdf): UsedNames {
  const tokens = createTokenCache();
  const readContent = createContentReader(tokens);
  const mentionsOf = new Map<PDFObject, Mentions>();
  const known = new Map<PdfPage, ReadonlySet<PDFName> | null>();
  let visits = 0;
  return {
    ofPage(page) {
      const before = known.get(page);
      if (before !== undefined) return before;
      const resources = pageResources(page);
      const mentioned = readContent(contentStreams(page));
      const names =
        resources === null || mentioned === null ? null : readNames(resources, mentioned, appearances(page));
      known.set(page, names);
      return names;
    },
    of(resources, content, drawn) {
      const mentioned = new Set<PDFName>();
      for (const bytes of content) addNames(bytes, tokens, mentioned);
      return readNames(resources, mentioned, drawn);
    },
  };

  function readNames(
    resources: PDFDict,
    mentioned: Iterable<PDFName>,
    drawn: readonly PDFObject[],
  ): ReadonlySet<PDFName> | null {
    const dicts = resourceCategories(resources).map(({ dict }) => dict);
    const names = new Set<PDFName>();
    const seen = new Set<PDFObject>();
    const pending: PDFObject[] = [...drawn];
    const add = (found: Iterable<PDFName>) => {
      for (const name of found) {
        const values = names.has(name) ? [] : dicts.flatMap((dict) => dict.get(name) ?? []);
        if (values.length > 0) names.add(name);
        pending.push(...values);
      }
    };
    add(impliedNames);
    add(mentioned);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      visits += 1;
      if (visits > maxVisits) return null;
      const object = context.lookup(next);
      if (object === undefined || seen.has(object) || isOutsidePage(object)) continue;
      seen.add(object);
      const found = mentionsOf.get(object) ?? readMentions(object, readContent);
      mentionsOf.set(object, found);
      if (found.names === null) return null;
      add(found.names);
      for (const ref of found.refs) pending.push(ref);
    }
    return names;
  }
}

function appearances({ dict }: PdfPage): readonly PDFObject[] {
  return arrayEntry(dict, 'Annots').flatMap((item) => {
    const annotation = dict.context.lookup(item);
    return annotation instanceof PDFDict ? (dictEntry(annotation, 'AP') ?? []) : [];
  });
}

function readMentions(object: PDFObject, readContent: ContentReader): Mentions {
  const names = new Set<PDFName>();
  const refs: PDFRef[] = [];
  const pending: PDFObject[] = [object];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof PDFName) names.add(next);
    else if (next instanceof PDFRef) refs.push(next);
    else if (next instanceof PDFArray) for (const item of next.asArray()) pending.push(item);
    const dict = next instanceof PDFStream ? next.dict : next;
    if (!(dict instanceof PDFDict)) continue;
    for (const value of dict.values()) pending.push(value);
    const drawn = readContent(drawnStreams(next));
    if (drawn === null) return { names: null, refs };
    const own = ownNames(dict);
    for (const name of drawn) if (!own.has(name)) names.add(name);
  }
  return { names, refs };
}

/** The content of a form, of a tiling pattern, or of the glyphs of a Type 3 font. */
function drawnStreams(object: PDFObject): readonly PDFStream[] {
  if (object instanceof PDFStream) {
    const isContent = nameEntry(object.dict, 'Subtype') === 'Form' || numberEntry(object.dict, 'PatternType') === 1;
    return isContent ? [object] : [];
  }
  const glyphs = object instanceof PDFDict ? dictEntry(object, 'CharProcs') : null;
  const streams = glyphs?.keys().map((key) => glyphs.lookup(key)) ?? [];
  return streams.filter((stream) => stream instanceof PDFStream);
}

/** The names in the resources of a form or pattern itself. */
function ownNames(dict: PDFDict): ReadonlySet<PDFName> {
  const resources = anyEntry(dict, 'Resources');
  if (!(resources instanceof PDFDict)) return new Set();
  return new Set(resourceCategories(resources).flatMap((category) => category.dict.keys()));
}

/** Reads the names in consecutive content streams; null when one of them cannot be decoded. */
type ContentReader = (streams: readonly PDFStream[]) => ReadonlySet<PDFName> | null;

function createContentReader(tokens: TokenCache): ContentReader {
  let remaining = maxDocumentBytes;
  return (streams) => {
    const names = new Set<PDFName>();
    const parts: Uint8Array[] = [];
    for (const stream of streams) {
      const data = remaining <= 0 ? null : decodeData(stream, { maxBytes: maxStreamBytes });
      remaining -= data?.bytes.length ?? maxStreamBytes;
      if (data === null || data.imageFilter !== null) return null;
      parts.push(data.bytes);
    }
    // Some readers concatenate streams without a space between them, which may join two parts of a name.
    for (const bytes of parts.length > 1 ? [...parts, Buffer.concat(parts)] : parts) addNames(bytes, tokens, names);
    return names;
  };
}

function addNames(content: Uint8Array, tokens: TokenCache, names: Set<PDFName>): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const lexer = createLexer(bytes, tokens);
  for (let at = bytes.indexOf(SLASH); at >= 0; at = bytes.indexOf(SLASH, lexer.position)) {
    lexer.position = at;
    names.add(lexer.readName());
  }
}
