import {
  anyEntry,
  arrayItems,
  asDict,
  decodeData,
  dictOrStreamEntry,
  nameEntry,
  numberEntry,
  numbersEntry,
  type OpenedPdf,
  pdfArrayEntry,
  walkObjects,
} from '@platen/pdf-kit/objects';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef, PDFString } from '@platen/pdf-kit/pdf-lib';
import { replaceStream } from '../structure/replace-stream.ts';
import { visitObjects } from '../structure/visit-objects.ts';
import { grayContent } from './gray-content.ts';
import { grayImages } from './gray-images.ts';
import { grayShading } from './gray-shading.ts';
import { grayOfCmyk, grayOfRgb } from './gray-values.ts';
import type { KeptColors } from './kept-colors.ts';

export interface GrayRequest {
  readonly document: OpenedPdf;
  /** The folder for the data of images. */
  readonly folder: string;
  readonly maxContentBytes: number;
  readonly maxImageBytes: number;
  readonly maxPixels: number;
  /** Pages, from 1, that keep their colours. */
  readonly exceptPages: ReadonlySet<number>;
  readonly kept: KeptColors;
}

/** Turns the colours of a document grey: of content, images, shadings and annotations. */
export async function grayDocument(request: GrayRequest): Promise<void> {
  const { document, kept } = request;
  const { context } = document;
  const except = objectsOf(document, request.exceptPages);
  grayPages(request);
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && !except.has(ref) && isContent(object)) grayStream(ref, object, request);
  }
  const shadings = new Map<PDFObject, PDFRef>();
  visitObjects(context, (object, ref) => {
    const dict = asDict(object);
    if (dict === null || except.has(ref)) return;
    if (numberEntry(dict, 'ShadingType') !== null) shadings.set(object, ref);
    if (nameEntry(dict, 'Subtype') === 'Type3') grayGlyphs(dict, request);
    grayDefaultAppearance(dict);
  });
  for (const [shading, ref] of shadings) {
    const isGray = grayShading(shading, ({ dict }, bytes) =>
      replaceStream(context, ref, dict, { bytes, filter: null }),
    );
    if (!isGray) kept.add('shading');
  }
  await grayImages({ ...request, context, except });
}

/** What pages are made of, apart from other pages. */
function objectsOf({ context, pages }: OpenedPdf, numbers: ReadonlySet<number>): ReadonlySet<PDFRef> {
  const chosen = pages.filter((_, index) => numbers.has(index + 1));
  const found = new Set<PDFRef>();
  const roots = chosen.flatMap(({ dict, inherited }) => [...dict.values(), ...inherited.values()]);
  walkObjects(context, roots, (ref, object) => {
    const type = object instanceof PDFDict ? nameEntry(object, 'Type') : null;
    const isPart = type !== 'Page' && type !== 'Pages' && type !== 'StructElem';
    if (isPart) found.add(ref);
    return isPart;
  });
  return found;
}

/** Each page gets content of its own: streams that pages share may mean other resources in each. */
function grayPages({ document, maxContentBytes, exceptPages, kept }: GrayRequest): void {
  const { context } = document;
  for (const [index, { dict, inherited }] of document.pages.entries()) {
    if (exceptPages.has(index + 1)) continue;
    const entry = anyEntry(dict, 'Contents');
    const streams = entry instanceof PDFArray ? arrayItems(entry) : [entry];
    const parts = streams.flatMap((stream) => {
      const decoded =
        stream instanceof PDFRawStream ? decodeData(stream, { maxBytes: maxContentBytes, tolerant: true }) : null;
      return decoded === null || decoded.imageFilter !== null ? [] : [decoded.bytes, Buffer.from('\n')];
    });
    const resources = asDict(context.lookup(inherited.get(PDFName.of('Resources'))));
    const content = grayContent({ content: Buffer.concat(parts), resources, kept });
    if (content !== null) {
      dict.set(PDFName.of('Contents'), context.register(PDFRawStream.of(context.obj({}), content)));
    }
    const annotations = pdfArrayEntry(dict, 'Annots');
    for (const item of annotations === null ? [] : arrayItems(annotations)) {
      const annotation = asDict(item);
      if (annotation !== null) grayAnnotation(annotation);
    }
  }
}

/** Forms, appearances and tiling patterns. */
function isContent({ dict }: PDFRawStream): boolean {
  if (nameEntry(dict, 'Subtype') === 'Image') return false;
  return (
    dict.has(PDFName.of('BBox')) || nameEntry(dict, 'Subtype') === 'Form' || numberEntry(dict, 'PatternType') === 1
  );
}

function grayStream(
  ref: PDFRef,
  stream: PDFRawStream,
  { document, maxContentBytes, kept }: GrayRequest,
  resources = dictOrStreamEntry(stream.dict, 'Resources'),
): void {
  const decoded = decodeData(stream, { maxBytes: maxContentBytes, tolerant: true });
  if (decoded === null || decoded.imageFilter !== null) return;
  const bytes = grayContent({ content: decoded.bytes, resources, kept });
  if (bytes !== null) replaceStream(document.context, ref, stream.dict, { bytes, filter: null });
}

/** The glyph descriptions of a Type 3 font. */
function grayGlyphs(font: PDFDict, request: GrayRequest): void {
  const glyphs = dictOrStreamEntry(font, 'CharProcs');
  for (const ref of glyphs?.values() ?? []) {
    const stream = request.document.context.lookup(ref);
    if (ref instanceof PDFRef && stream instanceof PDFRawStream && !isContent(stream)) {
      grayStream(ref, stream, request, dictOrStreamEntry(font, 'Resources'));
    }
  }
}

/** Entries of annotations, and of their appearance characteristics, with a colour by its number of components. */
const annotationColors = ['C', 'IC'];
const characteristicColors = ['BC', 'BG'];

function grayAnnotation(annotation: PDFDict): void {
  for (const key of annotationColors) grayComponents(annotation, key);
  const characteristics = dictOrStreamEntry(annotation, 'MK');
  if (characteristics !== null) for (const key of characteristicColors) grayComponents(characteristics, key);
}

function grayComponents(dict: PDFDict, key: string): void {
  const color = numbersEntry(dict, key);
  const gray = color === null ? null : grayOfComponents(color);
  if (gray !== null) dict.set(PDFName.of(key), dict.context.obj([gray]));
}

function grayOfComponents(color: readonly number[]): number | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = color;
  if (color.length === 3) return grayOfRgb(first, second, third);
  return color.length === 4 ? grayOfCmyk(first, second, third, fourth) : null;
}

/** The default appearance of fields and free text is content, too. */
function grayDefaultAppearance(dict: PDFDict): void {
  const key = PDFName.of('DA');
  const value = dict.lookup(key);
  if (!(value instanceof PDFString)) return;
  const content = grayContent({ content: value.asBytes(), resources: null, kept: ignored });
  if (content !== null) dict.set(key, PDFString.of(Buffer.from(content).toString('latin1')));
}

const ignored: KeptColors = { add: () => {}, counts: new Map() };
