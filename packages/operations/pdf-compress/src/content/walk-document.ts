import { type CodeReader, createCodeReader } from '@platen/pdf-kit/fonts';
import { asMatrix, chainMatrices, identityMatrix, largestScale, type Matrix } from '@platen/pdf-kit/geometry';
import {
  anyEntry,
  arrayItems,
  asDict,
  decodeData,
  dictOrStreamEntry,
  nameEntry,
  numberEntry,
  numbersEntry,
  type PdfPage,
  pdfArrayEntry,
} from '@platen/pdf-kit/objects';
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFRawStream, type PDFRef } from '@platen/pdf-kit/pdf-lib';
import type { DocumentUsage, FontUse, ImagePlacement, ShownText } from './document-usage.ts';
import { readStreamUsage, type StreamUsage } from './stream-usage.ts';

export interface WalkOptions {
  readonly context: PDFContext;
  readonly pages: readonly PdfPage[];
  /** A content stream that decodes to more than this is not read. */
  readonly maxContentBytes: number;
}

/** Beyond this depth of nested forms and this number of placements, sizes are unknown, and images stay as they are. */
const maxDepth = 24;
const maxPlacements = 200_000;

/**
 * Reads all content of a document: pages, nested form XObjects, patterns, soft masks, Type 3 glyphs and annotation
 * appearances. Content that nothing draws (templates, unused forms) counts for fonts only.
 */
// Long: the recursive steps of one walk share what was read.
export function walkDocument({ context, pages, maxContentBytes }: WalkOptions): DocumentUsage {
  const fonts = createFontCollector();
  const placements = createPlacementCollector();
  const read = new Map<PDFRawStream, Map<PDFDict | null, ReadStream>>();
  const pageText = pages.map(() => new Set<ShownText>());
  const unmeasured = new Set<PDFRawStream>();
  const givenUp = new Set<ReadStream>();
  const appearanceForms = new Set<PDFRawStream>();
  const formScales = new Map<PDFRawStream, number>();
  const stretched = new Set<PDFRawStream>();
  let complete = true;
  let placed = 0;

  // Walk: each form is read once for the resources that it inherits; a cycle ends as a font is read when it is first shown.
  function usageOf(form: PDFRawStream, inherited: PDFDict | null): ReadStream {
    const resources = dictOrStreamEntry(form.dict, 'Resources') ?? inherited;
    const known = read.get(form)?.get(resources);
    if (known !== undefined) return known;
    const usage = readStream([form], resources);
    const byResources = read.get(form) ?? new Map<PDFDict | null, ReadStream>();
    read.set(form, byResources.set(resources, usage));
    return usage;
  }

  // Walk: see `usageOf`.
  function readStream(streams: readonly PDFRawStream[], resources: PDFDict | null): ReadStream {
    const text = fonts.beginStream();
    const usage = readStreamUsage(contentOf(streams), resources, (font, string) => {
      if (text.show(font, string)) readGlyphs(font, resources);
    });
    return { ...usage, text: text.end() };
  }

  function contentOf(streams: readonly PDFRawStream[]): Uint8Array {
    const parts = streams.flatMap((stream) => {
      const decoded = decodeData(stream, { maxBytes: maxContentBytes, tolerant: true });
      if (decoded === null || decoded.imageFilter !== null) {
        complete = false;
        return [];
      }
      return [decoded.bytes, Buffer.from('\n')];
    });
    return Buffer.concat(parts);
  }

  /** The glyph descriptions of a Type 3 font. */
  // Walk: see `usageOf`.
  function readGlyphs(font: PDFDict, resources: PDFDict | null): void {
    if (nameEntry(font, 'Subtype') !== 'Type3') return;
    const glyphs = dictOrStreamEntry(font, 'CharProcs');
    for (const glyph of glyphs?.keys().map((key) => glyphs.lookup(key)) ?? []) {
      if (!(glyph instanceof PDFRawStream)) continue;
      const usage = usageOf(glyph, dictOrStreamEntry(font, 'Resources') ?? resources);
      placeUnmeasured(usage, dictOrStreamEntry(font, 'Resources') ?? resources);
    }
  }

  // Walk: `maxDepth` levels and `maxPlacements` in all.
  function place(usage: ReadStream, at: Place, resources: PDFDict | null, depth: number): void {
    const { ctm, page } = at;
    placed += usage.images.length + usage.forms.length;
    if (usage.text.size > 0) pageText[page]?.add(usage.text);
    if (depth > maxDepth || placed > maxPlacements) {
      placeUnmeasured(usage, resources);
      return;
    }
    for (const { target, matrix } of usage.images) placements.add(target, chainMatrices(matrix, ctm), page);
    for (const { target, matrix, ...form } of usage.forms) {
      // Each level would go through the rest of its forms, as many as its content draws.
      if (placed > maxPlacements) {
        placeUnmeasured(usage, resources);
        return;
      }
      const isStretched = at.isStretched || form.isStretched;
      if (isStretched) stretched.add(target);
      const own = asMatrix(numbersEntry(target.dict, 'Matrix')) ?? identityMatrix;
      const inner = dictOrStreamEntry(target.dict, 'Resources') ?? resources;
      const inPage = chainMatrices(own, matrix, ctm);
      formScales.set(target, Math.max(formScales.get(target) ?? 0, largestScale(inPage)));
      place(usageOf(target, resources), { ctm: inPage, page, isStretched }, inner, depth + 1);
    }
  }

  /** Reads what is drawn at an unknown size, each stream once. Without recursion, as forms may be nested to any depth. */
  // Walk: each stream once.
  function placeUnmeasured(usage: ReadStream, resources: PDFDict | null): void {
    if (givenUp.has(usage)) return;
    givenUp.add(usage);
    const pending = [{ usage, resources }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const { target } of next.usage.images) placements.giveUp(target);
      for (const { target } of next.usage.forms) {
        if (unmeasured.has(target)) continue;
        unmeasured.add(target);
        const inner = dictOrStreamEntry(target.dict, 'Resources') ?? next.resources;
        pending.push({ usage: usageOf(target, next.resources), resources: inner });
      }
    }
  }

  for (const [index, { dict: page, inherited }] of pages.entries()) {
    const resources = asDict(context.lookup(inherited.get(PDFName.of('Resources'))));
    const unit = numberEntry(page, 'UserUnit') ?? 1;
    const base: Matrix = [unit, 0, 0, unit, 0, 0];
    const usage = readStream(pageStreams(page), resources);
    const at = { ctm: base, page: index, isStretched: false };
    place(usage, at, resources, 0);
    for (const { form, matrix } of appearances(page)) {
      appearanceForms.add(form);
      const own = asMatrix(numbersEntry(form.dict, 'Matrix')) ?? identityMatrix;
      place(usageOf(form, resources), { ...at, ctm: chainMatrices(own, matrix, base) }, resources, 0);
    }
  }
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && isContent(object) && !read.has(object)) {
      placeUnmeasured(usageOf(object, null), dictOrStreamEntry(object.dict, 'Resources'));
    }
  }
  for (const form of [...unmeasured, ...appearanceForms, ...stretched]) formScales.delete(form);
  return { images: placements.result(), formScales, fonts: fonts.result(), pageText, complete };
}

/** Where and how a content stream is drawn. */
interface Place {
  readonly ctm: Matrix;
  readonly page: number;
  /** Whether its text inherits a horizontal scaling. */
  readonly isStretched: boolean;
}

/** What a content stream draws, and the text it shows. */
interface ReadStream extends StreamUsage {
  readonly text: ShownText;
}

function isContent({ dict }: PDFRawStream): boolean {
  return nameEntry(dict, 'Subtype') === 'Form' || numberEntry(dict, 'PatternType') === 1;
}

function pageStreams(page: PDFDict): readonly PDFRawStream[] {
  const contents = anyEntry(page, 'Contents');
  const streams = contents instanceof PDFArray ? arrayItems(contents) : [contents];
  return streams.filter((stream): stream is PDFRawStream => stream instanceof PDFRawStream);
}

/** The appearance streams of all annotations, with the scale of their box to the annotation's rectangle (ISO 32000-2, 12.5.5). */
function appearances(page: PDFDict): { readonly form: PDFRawStream; readonly matrix: Matrix }[] {
  const annotations = pdfArrayEntry(page, 'Annots');
  return (annotations === null ? [] : arrayItems(annotations)).flatMap((item) => {
    const annotation = asDict(item);
    const states = annotation === null ? null : dictOrStreamEntry(annotation, 'AP');
    if (annotation === null || states === null) return [];
    return states
      .keys()
      .flatMap((key) => appearanceStreams(states.lookup(key)).map((form) => ({ form, matrix: fit(form, annotation) })));
  });
}

function appearanceStreams(value: unknown): PDFRawStream[] {
  if (value instanceof PDFRawStream) return [value];
  if (!(value instanceof PDFDict)) return [];
  return value.keys().flatMap((key) => {
    const stream = value.lookup(key);
    return stream instanceof PDFRawStream ? [stream] : [];
  });
}

function fit(form: PDFRawStream, annotation: PDFDict): Matrix {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersEntry(annotation, 'Rect') ?? [];
  const [a0 = 0, b0 = 0, a1 = 0, b1 = 0] = numbersEntry(form.dict, 'BBox') ?? [];
  const scale = (to: number, from: number) => (from === 0 || to === 0 ? 1 : Math.abs(to / from));
  return [scale(x1 - x0, a1 - a0), 0, 0, scale(y1 - y0, b1 - b0), 0, 0];
}

function createFontCollector() {
  const fonts = new Map<PDFDict, { reader: CodeReader | null; readonly codes: Set<number> }>();
  return {
    beginStream() {
      const shown = new Map<PDFDict, Set<number>>();
      return {
        /** True when the font is seen for the first time. */
        show(font: PDFDict, text: Uint8Array): boolean {
          const known = fonts.get(font);
          const entry = known ?? { reader: createCodeReader(font), codes: new Set<number>() };
          if (known === undefined) fonts.set(font, entry);
          const codes = shown.get(font) ?? new Set();
          shown.set(font, codes);
          if (entry.reader?.(text, codes) === 'unknown') entry.reader = null;
          return known === undefined;
        },
        end(): ShownText {
          for (const [font, codes] of shown) for (const code of codes) fonts.get(font)?.codes.add(code);
          return new Map([...shown].map(([font, codes]) => [font, Uint32Array.from(codes).sort()]));
        },
      };
    },
    result(): ReadonlyMap<PDFDict, FontUse> {
      return new Map(
        [...fonts].map(([dict, { reader, codes }]) => [dict, { dict, codes: reader === null ? null : codes }]),
      );
    },
  };
}

function createPlacementCollector() {
  const images = new Map<PDFRef, { widthPt: number; heightPt: number; pages: Set<number> }>();
  const unmeasured = new Set<PDFRef>();
  return {
    add(image: PDFRef, [a, b, c, d]: Matrix, page: number) {
      const entry = images.get(image) ?? { widthPt: 0, heightPt: 0, pages: new Set<number>() };
      entry.widthPt = Math.max(entry.widthPt, Math.hypot(a, b));
      entry.heightPt = Math.max(entry.heightPt, Math.hypot(c, d));
      entry.pages.add(page);
      images.set(image, entry);
    },
    giveUp(image: PDFRef) {
      unmeasured.add(image);
    },
    result(): ReadonlyMap<PDFRef, ImagePlacement> {
      for (const image of unmeasured) images.delete(image);
      return images;
    },
  };
}
