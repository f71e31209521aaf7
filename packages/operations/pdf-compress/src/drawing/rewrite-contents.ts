import { deflateSync } from 'node:zlib';
import {
  anyEntry,
  asDict,
  decodeData,
  dictOrStreamEntry,
  nameEntry,
  numberEntry,
  type PdfPage,
  readContentStream,
} from '@platen/pdf-kit/objects';
import { PDFArray, type PDFContext, type PDFDict, PDFName, PDFRawStream, PDFRef } from '@platen/pdf-kit/pdf-lib';
import { replaceStream } from '../structure/replace-stream.ts';
import { type Slots, UnsupportedContentError } from './drawing-events.ts';
import { initialSlots } from './initial-slots.ts';
import { isSameDrawing } from './is-same-drawing.ts';
import { readDrawing } from './read-drawing.ts';
import { rewriteDrawing } from './rewrite-drawing.ts';

/** Larger content is not rewritten: its operators would take too much memory. */
const maxContentBytes = 4 * 1024 * 1024;

/** The events of up to this many operators are kept for a second pass (some 30 MB); for more, content is read twice. */
const maxKeptOperators = 100_000;

/** The level of zlib for comparing the size of contents, which takes a third of the time of the default level. */
const quickLevel = 3;

/**
 * The factor for the precision of numbers in content with tiling patterns: an area of exactly the size of a pattern cell,
 * as in the backgrounds that browsers print, would show a line of the next cell if it became the least bit larger.
 */
const tilePrecision = 1_000;

export interface ContentsRequest {
  readonly context: PDFContext;
  readonly pages: readonly PdfPage[];
  /** The largest scale at which each form is drawn on a page. */
  readonly formScales: ReadonlyMap<PDFRawStream, number>;
  /** Pages, from 1, whose content stays as it is. */
  readonly except: ReadonlySet<number>;
}

/**
 * Rewrites the content streams of pages and forms in fewer bytes. Each result is read again and has to draw the same as the
 * original, or the original stays; so does content that pages share only in part, or with different resources.
 */
export function rewriteContents({ context, pages, formScales, except }: ContentsRequest): void {
  const owners = countOwners(pages);
  for (const sharing of Map.groupBy(pages.keys(), (index) => contentRefs(pages[index]?.dict).join()).values()) {
    const [page, ...others] = sharing.flatMap((index) => pages[index] ?? []);
    const refs = contentRefs(page?.dict);
    const [first] = refs;
    if (page === undefined || first === undefined || sharing.some((index) => except.has(index + 1))) continue;
    if (refs.some((ref) => owners.get(ref) !== sharing.length)) continue;
    const streams = refs.map((ref) => context.lookup(ref));
    const [stream] = streams;
    const content = joinContents(streams);
    if (content === null || !(stream instanceof PDFRawStream)) continue;
    const [resources, place] = placeOf(page, context);
    const rewritten = rewriteContent(content, resources, { ...place, storedBytes: storedBytes(streams) });
    if (rewritten === null || !others.every((other) => isSamePlace(page, other, context))) continue;
    replaceStream(context, first, stream.dict, { bytes: rewritten, filter: null });
    for (const { dict } of [page, ...others]) dict.set(PDFName.of('Contents'), first);
  }
  if (except.size > 0) return;
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const scale = object instanceof PDFRawStream ? formScales.get(object) : undefined;
    if (!(object instanceof PDFRawStream) || scale === undefined || nameEntry(object.dict, 'Subtype') !== 'Form')
      continue;
    const content = joinContents([object]);
    const resources = dictOrStreamEntry(object.dict, 'Resources');
    const place = { isForm: true, scale, storedBytes: storedBytes([object]) };
    const rewritten = content === null ? null : rewriteContent(content, resources, place);
    if (rewritten !== null) replaceStream(context, ref, object.dict, { bytes: rewritten, filter: null });
  }
}

export interface ContentPlace {
  readonly isForm: boolean;
  /** The largest scale at which it is drawn on a page, in points. */
  readonly scale: number;
  /** The bytes of the content in the file; by default its size when deflated by zlib. */
  readonly storedBytes?: number;
}

/** The same content in fewer bytes; null if that saves nothing, or the content is not supported. */
export function rewriteContent(content: Uint8Array, resources: PDFDict | null, place: ContentPlace): Uint8Array | null {
  const { isForm } = place;
  const scale = hasTilingPatterns(resources) ? place.scale * tilePrecision : place.scale;
  const slots: Slots = initialSlots(isForm);
  const initial = { ...slots, Tc: isForm ? '?' : '0 Tc', Tw: isForm ? '?' : '0 Tw', TL: isForm ? '?' : '0 TL' };
  const drawingOf = (bytes: Uint8Array) => {
    const operators = [...readContentStream(bytes)];
    return { operators, read: () => readDrawing({ content: bytes, operators, resources, isForm }) };
  };
  try {
    const { operators, read } = drawingOf(content);
    const steps = operators.length > maxKeptOperators ? null : [...read()];
    const before = () => steps ?? read();
    const rewritten = rewriteDrawing(before(), scale, initial);
    return isSmaller(rewritten, content, place.storedBytes) &&
      isSameDrawing(before(), drawingOf(rewritten).read(), scale)
      ? rewritten
      : null;
  } catch (error) {
    if (error instanceof UnsupportedContentError) return null;
    throw error;
  }
}

/** Whether rewritten content deflates to less than the content, and to less than this takes now: some writers deflate better than zlib. */
function isSmaller(rewritten: Uint8Array, content: Uint8Array, storedBytes = Number.POSITIVE_INFINITY): boolean {
  const quick = deflateSync(rewritten, { level: quickLevel }).length;
  if (quick >= deflateSync(content, { level: quickLevel }).length) return false;
  return quick < storedBytes || deflateSync(rewritten).length < storedBytes;
}

/** Whether resources contain tiling patterns. */
function hasTilingPatterns(resources: PDFDict | null): boolean {
  const patterns = resources === null ? null : dictOrStreamEntry(resources, 'Pattern');
  return patterns?.values().some((value) => isTilingPattern(patterns.context.lookup(value))) ?? false;
}

function isTilingPattern(pattern: unknown): boolean {
  return pattern instanceof PDFRawStream && numberEntry(pattern.dict, 'PatternType') === 1;
}

/** The number of pages that use each content stream. */
function countOwners(pages: readonly PdfPage[]): ReadonlyMap<PDFRef, number> {
  const owners = new Map<PDFRef, number>();
  for (const { dict } of pages) for (const ref of contentRefs(dict)) owners.set(ref, (owners.get(ref) ?? 0) + 1);
  return owners;
}

/** The resources and scale of the content of a page. */
function placeOf({ dict, inherited }: PdfPage, context: PDFContext): [PDFDict | null, ContentPlace] {
  const resources = asDict(context.lookup(inherited.get(PDFName.of('Resources'))));
  return [resources, { isForm: false, scale: numberEntry(dict, 'UserUnit') ?? 1 }];
}

function isSamePlace(one: PdfPage, other: PdfPage, context: PDFContext): boolean {
  const [[resources, { scale }], [otherResources, otherPlace]] = [placeOf(one, context), placeOf(other, context)];
  return resources?.toString() === otherResources?.toString() && scale === otherPlace.scale;
}

function contentRefs(page: PDFDict | undefined): readonly PDFRef[] {
  if (page === undefined) return [];
  const entry = page.get(PDFName.of('Contents'));
  const contents = anyEntry(page, 'Contents');
  const refs = contents instanceof PDFArray ? contents.asArray() : [entry];
  return refs.filter((ref): ref is PDFRef => ref instanceof PDFRef);
}

function storedBytes(streams: readonly unknown[]): number {
  return streams.reduce<number>(
    (sum, stream) => sum + (stream instanceof PDFRawStream ? stream.contents.length : 0),
    0,
  );
}

function joinContents(streams: readonly unknown[]): Uint8Array | null {
  const parts: Uint8Array[] = [];
  let total = 0;
  for (const stream of streams) {
    const decoded = stream instanceof PDFRawStream ? decodeData(stream, { maxBytes: maxContentBytes }) : null;
    if (decoded === null || decoded.imageFilter !== null) return null;
    parts.push(decoded.bytes, Buffer.from('\n'));
    total += decoded.bytes.length;
  }
  return total === 0 || total > maxContentBytes ? null : Buffer.concat(parts);
}
