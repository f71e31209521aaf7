import { type ConversionError, limitExceeded, structureLimits } from '@platen/core';
import { PDFArray, PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { boxArea } from '../../page-model/box.ts';
import type { Box } from '../../page-model/types.ts';
import { decodeStream } from '../decode-stream.ts';
import { createFunctionSteps } from '../function-steps.ts';
import type { InflateBudget } from '../inflate-budget.ts';
import type { OpenedPdf } from '../open-pdf.ts';
import { contentStreams } from '../page-content-streams.ts';
import { type PdfPage, pageResources } from '../page-tree.ts';
import {
  anyEntry,
  arrayEntry,
  asDict,
  dictEntry,
  dictOrStreamEntry,
  nameEntry,
  pdfArrayEntry,
} from '../typed-entries.ts';
import { areasWithin, type ContentWork, type DrawingWork, noReading, type ReadingWork } from './drawing-work.ts';
import { type FunctionSteps, imagePixels, imageSteps } from './evaluated-steps.ts';
import { boxOf, contentBox, createResourceWork, type WorkCounts } from './resource-work.ts';
import { readStreamWork } from './stream-work.ts';
import { workCosts as costs } from './work-costs.ts';

/** Maximum work for a page, as a multiple of drawing all pixels of the largest page allowed: 8 s. Pages of 120 real files take up to 0.1. */
const maxTimesOver = 8;

/** Levels of nested content that are counted; PDFium draws 40. */
const maxDepth = 48;

/** Called with the number of a page (from 1) that takes too much to draw; throws the error to refuse the file. */
export type RefusePage = (page: number, error: ConversionError) => void;

const lineEnd = Buffer.from('\n');
const nothing: DrawingWork = { fixed: 0, areas: 0, depth: 0 };

/**
 * Estimates the work to read and draw each page before an engine sees it: a few bytes of content may draw a large image, or
 * fill the page with a tiling pattern, a million times. Calls `refuse` with a `pixel_limit` for each page that takes too much
 * to draw. Rejects with `structure_limit` where reading takes too much.
 */
export function checkDrawingWork(
  { context, pages, sizeBytes, fileName }: OpenedPdf,
  maxPagePixels: number,
  budget: InflateBudget,
  refuse: RefusePage,
): void {
  const stepsOf = createFunctionSteps((object) => context.lookup(object));
  const { fonts, ...counts } = createContentWork(budget, stepsOf);
  const objects = context.enumerateIndirectObjects();
  let [annotations, steps, text, pairs, pixels] = [0, imageSteps(objects, stepsOf), 0, 0, imagePixels(objects)];
  const read = new Set<string>();
  const allowed = maxPagePixels * maxTimesOver;
  const allowedOfFile = allowed + sizeBytes * workOfByte;
  let drawn = 0;
  for (const [index, page] of pages.entries()) {
    const number = index + 1;
    annotations += pdfArrayEntry(page.dict, 'Annots')?.size() ?? 0;
    const allowedAnnotations = maxAnnotations + Math.floor(sizeBytes / bytesOfAnnotation);
    check(`The pages of the file have more than ${allowedAnnotations} annotations`, {
      limit: 'maxAnnotations',
      allowed: allowedAnnotations,
      actual: annotations,
      fileName,
    });
    const { drawing, reading, appearances } = pageWork(page, counts, budget);
    check(`The content of page ${number} saves graphics states too often without restoring them`, {
      limit: 'maxStateLookups',
      allowed: maxStateLookups,
      actual: reading.lookups,
      page: number,
      fileName,
    });
    check(`The appearances of the annotations of page ${number} have more than ${maxAppearanceOperators} operators`, {
      limit: 'maxAppearanceOperators',
      allowed: maxAppearanceOperators,
      actual: appearances.operators,
      page: number,
      fileName,
    });
    steps += reading.steps + appearances.steps;
    check('The functions of shadings and colours of the file have too many steps', {
      limit: 'maxFunctionSteps',
      allowed: maxFunctionSteps + sizeBytes * stepsOfByte,
      actual: steps + fonts.steps,
      fileName,
    });
    pairs += countMarks(page) * reading.text;
    check('The links and highlights of the file are on pages of far more text than they mark', {
      limit: 'maxMarkedText',
      allowed: maxMarkedText + sizeBytes * pairsOfByte,
      actual: pairs,
      fileName,
    });
    const key = String(page.dict.get(PDFName.Contents));
    text += textAbove(reading, read.has(key)) + Math.max(0, appearances.text - textOfPage);
    read.add(key);
    check(`The pages of the file show far more text than fits on them`, {
      limit: 'maxPageText',
      allowed: maxPageText + sizeBytes * textOfByte,
      actual: text,
      fileName,
    });
    pixels += reading.pixels + appearances.pixels;
    const actual = Math.round(drawing);
    if (actual <= allowed) drawn += actual;
    if (actual > allowed) refuse(number, tooMuchWork(`page ${number}`, { allowed, actual, page: number, fileName }));
    else if (drawn > allowedOfFile) {
      const counted = { allowed: allowedOfFile, actual: drawn, page: number, fileName };
      refuse(number, tooMuchWork(`the pages up to ${number}`, counted));
    }
    // Whoever does not draw the page reads them all the same.
    check('The images of the file have far more pixels than the file can hold', {
      limit: 'maxImagePixels',
      allowed: maxImagePixels + sizeBytes * pixelsOfByte,
      actual: pixels,
      fileName,
    });
  }
}

function tooMuchWork(what: string, counted: Omit<Counted, 'limit'>): ConversionError {
  const message = `Drawing ${what} takes as much work as ${counted.actual} pixels, more than the ${counted.allowed} allowed`;
  return limitExceeded('pixel_limit', message, { limit: 'maxPagePixels', ...counted });
}

/** The pages of a file together may take as much work as one, and so much for each byte: 107 real files take up to 300. */
const workOfByte = 1_000;

const {
  maxAnnotations,
  maxAppearanceOperators,
  maxFunctionSteps,
  maxImagePixels,
  maxMarkedText,
  maxPageText,
  maxStateLookups,
} = structureLimits;
/** So much is granted for each byte of a file besides: 10 000 gradients in a spot colour of 50 steps come to some 200 for each byte. */
const stepsOfByte = 1_000;
/** So much text of each page is not counted: a page of a newspaper has 15 000 characters, of two bytes each at most. */
const textOfPage = 30_000;
/** Of content or forms of an earlier page less: a form of one page with 2 000 characters is copied as often as one likes. */
const repeatedTextOfPage = 3_000;
/** A link of its own takes 20 bytes in a compressed file, and is on a page of 5 000 characters. */
const pairsOfByte = 250;
/** Text of its own takes no less in a compressed file. */
const textOfByte = 2;
/** A scan in fax of its own has up to so many. */
const pixelsOfByte = 2_000;
/** An annotation of its own takes no less in a compressed file. */
const bytesOfAnnotation = 10;

interface Counted {
  readonly limit: keyof typeof structureLimits;
  readonly allowed: number;
  readonly actual: number;
  readonly page?: number;
  readonly fileName: string | undefined;
}

function check(message: string, counted: Counted): void {
  const { actual, allowed } = counted;
  if (actual > allowed) throw limitExceeded('structure_limit', message, { ...counted, actual: Math.round(actual) });
}

/** The text of a page that is counted: what is above so much of its own, and of that which an earlier page has shown. */
function textAbove(reading: ReadingWork, isRepeated: boolean): number {
  const repeated = isRepeated ? reading.text : reading.repeatedText;
  return Math.max(0, reading.text - repeated - textOfPage) + Math.max(0, repeated - repeatedTextOfPage);
}

function pageWork(page: PdfPage, counts: WorkCounts, budget: InflateBudget) {
  const parts = contentStreams(page).flatMap((stream) => [decodeStream(stream, budget) ?? Buffer.of(), lineEnd]);
  const resources = createResourceWork(pageResources(page), counts);
  const { fixed, areas, reading } = readStreamWork(Buffer.concat(parts), pageBox(page), resources);
  const appearances = appearancesWork(page, counts);
  return { drawing: fixed + areas + appearances.work, reading, appearances };
}

/** Annotations whose text pdf.js gathers from the page. */
const marks: ReadonlySet<string | null> = new Set(['Highlight', 'Link', 'Squiggly', 'StrikeOut', 'Underline']);

function countMarks({ dict }: PdfPage): number {
  const annotations = arrayEntry(dict, 'Annots').map((item) => asDict(dict.context.lookup(item)));
  return annotations.filter((annotation) => annotation !== null && marks.has(nameEntry(annotation, 'Subtype'))).length;
}

/** The work to draw the appearance streams of annotations and fields, and what is read for that, for each that shows one. */
function appearancesWork({ dict }: PdfPage, { ofContent }: WorkCounts) {
  let work = 0;
  let [operators, steps, text, pixels] = [0, 0, 0, 0];
  for (const item of arrayEntry(dict, 'Annots')) {
    const annotation = asDict(dict.context.lookup(item));
    const states = annotation === null ? null : dictEntry(annotation, 'AP');
    const normal = states === null ? null : anyEntry(states, 'N');
    if (annotation !== null && normal === null) work += generatedWork(annotation);
    // Of the appearance states of a check box, one is drawn.
    const drawn = normal instanceof PDFDict ? normal.lookup(normal.keys()[0] ?? PDFName.of('Off')) : normal;
    if (annotation === null || !(drawn instanceof PDFRawStream)) continue;
    const content = ofContent(drawn, null);
    const { reading = noReading } = content;
    operators += reading.operators;
    steps += reading.steps;
    text += reading.text;
    pixels += reading.pixels;
    const rectangle = pdfArrayEntry(annotation, 'Rect');
    const space = boxArea((rectangle === null ? null : boxOf(rectangle)) ?? letter);
    // The appearance is scaled to the rectangle of the annotation.
    work += content.fixed + areasWithin(content, space / (boxArea(contentBox(drawn.dict)) || 1), space);
  }
  return { work, operators, steps, text, pixels };
}

/** Annotations for which PDFium makes an appearance when they have none. */
const generated = new Set([
  'Circle',
  'Highlight',
  'Ink',
  'Popup',
  'Square',
  'Squiggly',
  'StrikeOut',
  'Text',
  'Underline',
]);

function generatedWork(annotation: PDFDict): number {
  if (!generated.has(nameEntry(annotation, 'Subtype') ?? '')) return 0;
  const rectangle = pdfArrayEntry(annotation, 'Rect');
  return boxArea((rectangle === null ? null : boxOf(rectangle)) ?? letter) * costs.generatedArea;
}

/** The work to draw forms, pattern cells, soft masks and glyphs, each read once with each of the resources that it has. */
function createContentWork(budget: InflateBudget, stepsOf: FunctionSteps) {
  const ofStream = new Map<PDFRawStream, Map<PDFDict | null, DrawingWork>>();
  let depth = 0;
  // Walk: each stream once for each dictionary of resources, `maxDepth` levels.
  const ofContent: ContentWork = (stream, inherited) => {
    const resources = dictOrStreamEntry(stream.dict, 'Resources') ?? inherited;
    // What a stream without resources draws depends on who draws it: a glyph for many fonts draws those of each.
    const known = ofStream.get(stream) ?? new Map<PDFDict | null, DrawingWork>();
    ofStream.set(stream, known);
    const found = known.get(resources);
    if (found !== undefined) return repeatedly(found);
    if (depth >= maxDepth) return nothing;
    const isFirst = known.size === 0;
    // Ends cycles of content that draws itself.
    known.set(resources, nothing);
    depth += 1;
    const content = decodeStream(stream, budget) ?? Buffer.of();
    const work = readStreamWork(content, contentBox(stream.dict), createResourceWork(resources, counts));
    depth -= 1;
    known.set(resources, work);
    return isFirst ? work : repeatedly(work);
  };
  const largestGlyphs = new Map<PDFDict, Map<PDFDict | null, number>>();
  const fonts = { steps: 0 };
  const ofFont: WorkCounts['ofFont'] = (font, inherited) => {
    const resources = dictEntry(font, 'Resources') ?? inherited;
    const known = largestGlyphs.get(font) ?? new Map<PDFDict | null, number>();
    largestGlyphs.set(font, known);
    const found = known.get(resources);
    if (found !== undefined) return found;
    // Ends cycles of fonts whose glyphs show text in each other.
    known.set(resources, 0);
    const programs = dictEntry(font, 'CharProcs');
    let largest = 0;
    for (const key of programs?.keys() ?? []) {
      const glyph = programs?.lookup(key);
      if (!(glyph instanceof PDFRawStream)) continue;
      const { fixed, reading } = ofContent(glyph, resources);
      largest = Math.max(largest, fixed);
      // All glyphs of a font are read once.
      fonts.steps += reading?.steps ?? 0;
    }
    known.set(resources, largest);
    return largest;
  };
  const counts: WorkCounts = { ofContent, ofFont, stepsOf };
  return { ...counts, fonts };
}

/** The same work where all text has been shown before. */
function repeatedly(work: DrawingWork): DrawingWork {
  const { reading } = work;
  return reading === undefined ? work : { ...work, reading: { ...reading, repeatedText: reading.text } };
}

/** The page size that viewers assume for a page without a usable one: US Letter. */
const letter: Box = { x0: 0, y0: 0, x1: 612, y1: 792 };

function pageBox({ dict, inherited }: PdfPage): Box {
  const entry = dict.context.lookup(inherited.get(PDFName.of('CropBox')) ?? inherited.get(PDFName.MediaBox));
  return (entry instanceof PDFArray ? boxOf(entry) : null) ?? letter;
}
