import { PDFDict, type PDFHexString, PDFName, type PDFObject, PDFRawStream, PDFRef, type PDFString } from 'pdf-lib';
import { type CodeReader, createCodeReader } from '../fonts/font-codes.ts';
import type { ContentOperator, Operand } from '../objects/content-stream.ts';
import { decodeData } from '../objects/decode-stream.ts';
import type { DeviceSpace } from '../objects/device-colors.ts';
import {
  type GraphicsState,
  initialGraphicsState,
  interpretContent,
  resourceOf,
  shownTexts,
  softMaskGroup,
} from '../objects/interpret-content.ts';
import type { OpenedPdf } from '../objects/open-pdf.ts';
import { contentStreams } from '../objects/page-content-streams.ts';
import type { PdfPage } from '../objects/page-tree.ts';
import { textBytes } from '../objects/text-bytes.ts';
import {
  anyEntry,
  arrayEntry,
  asDict,
  booleanEntry,
  dictEntry,
  dictOrStreamEntry,
  nameEntry,
  streamEntry,
} from '../objects/typed-entries.ts';
import { deviceSpacesOf } from './color-spaces.ts';
import { checkResourceNames } from './conform-names.ts';
import type { ContentEdit, ContentUses, ShownFont } from './content-uses.ts';
import { editInlineImage } from './inline-images.ts';
import type { Problems } from './problems.ts';

export interface ContentsRequest {
  readonly document: OpenedPdf;
  readonly problems: Problems;
  /** A content stream that decodes to more is not read. */
  readonly maxBytes: number;
}

/** ISO 32000-1, annex A, and no others (ISO 19005-2, 6.2.2). */
const operators = new Set(
  (
    'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri ' +
    's S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
);

const renderingIntents = new Set(['RelativeColorimetric', 'AbsoluteColorimetric', 'Perceptual', 'Saturation']);

/** Saved graphics states within each other (ISO 19005-2, 6.1.13). */
const maxSavedStates = 28;
/** Text rendering mode 3: neither filled nor stroked. */
const invisible = 3;

interface StreamPlace {
  readonly resources: PDFDict | null;
  readonly page: number;
  /** Named in problems. */
  readonly where: string;
}

/**
 * Reads all content that pages and annotations draw, each stream once, and replaces what PDF/A has no place for and no viewer
 * draws: unknown operators, unknown rendering intents, smoothing of inline images, comments (veraPDF takes words of some for
 * operators).
 */
// Long: the recursive steps of one walk share what was read.
export function readContents({ document, problems, maxBytes }: ContentsRequest): ContentUses {
  const { context, pages } = document;
  const fonts = new Map<PDFDict, ShownFont>();
  const readers = new Map<PDFDict, CodeReader | null>();
  const images = new Map<PDFRawStream, number>();
  const devices = new Set<DeviceSpace>();
  const resourcesMet = new Set<PDFDict>();
  const met = new Set<PDFObject>();

  const useColor = (value: PDFObject | null | undefined) => {
    for (const device of deviceSpacesOf(context, value ?? undefined)) devices.add(device);
  };

  // Walk: each stream once, by `met`.
  function readForm(stream: PDFRawStream, place: StreamPlace): void {
    if (met.has(stream)) return;
    met.add(stream);
    const own = dictOrStreamEntry(stream.dict, 'Resources');
    // A form without resources takes those of what draws it, which PDF/A does not know (ISO 19005-2, 6.2.2).
    if (own === null) stream.dict.set(PDFName.of('Resources'), place.resources ?? context.obj({}));
    useGroup(stream.dict);
    const decoded = decodeData(stream, { maxBytes, tolerant: true });
    if (decoded === null || decoded.imageFilter !== null) {
      problems.add(place.where, 'content that cannot be read');
      return;
    }
    const edited = readStream(decoded.bytes, { ...place, resources: own ?? place.resources });
    if (edited === null) return;
    const ref = context.getObjectRef(stream);
    if (ref !== undefined) context.assign(ref, context.flateStream(edited, entriesOf(stream)));
  }

  function useGroup(dict: PDFDict): void {
    const group = dictEntry(dict, 'Group');
    if (group !== null) useColor(group.lookup(PDFName.of('CS')));
  }

  // Walk: see `readForm`.
  function readStream(bytes: Uint8Array, place: StreamPlace): Uint8Array | null {
    if (place.resources !== null && !resourcesMet.has(place.resources)) {
      resourcesMet.add(place.resources);
      checkResourceNames(place.resources, place.where, problems);
    }
    const edits: ContentEdit[] = [];
    let deepest = 0;
    let lastEnd = 0;
    for (const { item, state, savedStates } of interpretContent(bytes, place.resources, initialGraphicsState)) {
      const { operator, operands, start, end } = item;
      if (bytes.subarray(lastEnd, start).includes(percent)) edits.push({ start: lastEnd, end: start, text: '' });
      lastEnd = end;
      deepest = Math.max(deepest, savedStates);
      if (operands.some(isTooLarge)) problems.add(place.where, 'a number that is too large');
      const flaw = operator === 'BI' ? null : operandFlaw(bytes, item);
      if (flaw !== null) problems.add(place.where, flaw);
      if (!operators.has(operator)) edits.push({ start, end, text: '' });
      else if (operator === 'ri' && !renderingIntents.has(nameOf(operands[0]))) edits.push({ start, end, text: '' });
      else if (operator === 'BI') {
        const edit = editInlineImage(context, bytes, item, useColor);
        if (edit === 'unreadable') problems.add(place.where, 'an inline image that cannot be read');
        else if (edit !== null) edits.push(edit);
      } else readOperator(item, state, place);
    }
    if (deepest > maxSavedStates) problems.add(place.where, `${deepest} graphics states saved within each other`);
    return edits.length === 0 ? null : withEdits(bytes, edits);
  }

  // Walk: see `readForm`.
  function readOperator(item: ContentOperator, state: GraphicsState, place: StreamPlace): void {
    const { operator, operands } = item;
    const { resources } = place;
    const [first] = operands;
    for (const text of shownTexts(item)) show(text, state, place);
    switch (operator) {
      case 'g':
      case 'G':
        devices.add('DeviceGray');
        break;
      case 'rg':
      case 'RG':
        devices.add('DeviceRGB');
        break;
      case 'k':
      case 'K':
        devices.add('DeviceCMYK');
        break;
      case 'cs':
      case 'CS':
        useColor(first instanceof PDFName ? (resourceOf(resources, 'ColorSpace', first) ?? first) : undefined);
        break;
      case 'scn':
      case 'SCN':
        usePattern(resourceOf(resources, 'Pattern', operands.at(-1)), place);
        break;
      case 'sh':
        useShading(asDict(resourceOf(resources, 'Shading', first)));
        break;
      case 'Do':
        if (first instanceof PDFName) drawObject(resourceOf(resources, 'XObject', first), place, first);
        break;
      case 'gs':
        readStateDict(asDict(resourceOf(resources, 'ExtGState', first)), place);
        break;
      case 'Tf':
        if (state.font === null) problems.add(place.where, `a font that is missing, ${String(first)}`);
    }
  }

  // Walk: see `readForm`.
  function drawObject(stream: PDFObject | undefined, place: StreamPlace, name: PDFName): void {
    if (!(stream instanceof PDFRawStream)) {
      problems.add(place.where, `a form or image that is missing, ${String(name)}`);
      return;
    }
    if (nameEntry(stream.dict, 'Subtype') === 'Image') useImage(stream, place.page);
    else if (nameEntry(stream.dict, 'Subtype') === 'Form') readForm(stream, place);
    else problems.add(place.where, `an object ${String(name)} that is neither a form nor an image`);
  }

  // Walk: a mask has none of its own that is not met.
  function useImage(image: PDFRawStream, page: number): void {
    if (images.has(image)) return;
    images.set(image, page);
    if (booleanEntry(image.dict, 'ImageMask') !== true) useColor(anyEntry(image.dict, 'ColorSpace'));
    for (const key of ['SMask', 'Mask']) {
      const mask = streamEntry(image.dict, key);
      if (mask !== null) useImage(mask, page);
    }
  }

  // Walk: see `readForm`.
  function usePattern(pattern: PDFObject | undefined, place: StreamPlace): void {
    if (pattern instanceof PDFRawStream) readForm(pattern, place);
    else if (pattern instanceof PDFDict && !met.has(pattern)) {
      met.add(pattern);
      useShading(dictOrStreamEntry(pattern, 'Shading'));
      readStateDict(dictEntry(pattern, 'ExtGState'), place);
    }
  }

  function useShading(shading: PDFDict | null): void {
    if (shading !== null) useColor(anyEntry(shading, 'ColorSpace'));
  }

  // Walk: see `readForm`.
  function readStateDict(dict: PDFDict | null, place: StreamPlace): void {
    const group = softMaskGroup(dict);
    if (group !== null) readForm(group, place);
  }

  // Walk: see `readForm`.
  function show(text: PDFString | PDFHexString, { font, textMode }: GraphicsState, place: StreamPlace): void {
    if (font === null) return;
    const known = fonts.get(font);
    const entry = known ?? { dict: font, page: place.page, codes: new Set(), isDrawn: false, isKnown: true };
    if (known === undefined) {
      fonts.set(font, entry);
      readers.set(font, createCodeReader(font));
      if (nameEntry(font, 'Subtype') === 'Type3') readGlyphs(font, place);
    }
    if (textMode !== invisible) entry.isDrawn = true;
    const read = readers.get(font) ?? null;
    if (read === null || read(textBytes(text), entry.codes) === 'unknown') entry.isKnown = false;
  }

  // Walk: see `readForm`.
  function readGlyphs(font: PDFDict, place: StreamPlace): void {
    const glyphs = dictEntry(font, 'CharProcs');
    const resources = dictOrStreamEntry(font, 'Resources');
    if (resources === null) font.set(PDFName.of('Resources'), place.resources ?? context.obj({}));
    for (const key of glyphs?.keys() ?? []) {
      const glyph = glyphs?.lookup(key);
      if (!(glyph instanceof PDFRawStream) || met.has(glyph)) continue;
      met.add(glyph);
      const decoded = decodeData(glyph, { maxBytes, tolerant: true });
      if (decoded === null) continue;
      const edited = readStream(decoded.bytes, { ...place, resources: resources ?? place.resources });
      const ref = context.getObjectRef(glyph);
      if (edited !== null && ref !== undefined) context.assign(ref, context.flateStream(edited));
    }
  }

  for (const [index, page] of pages.entries()) {
    const place = { page: index + 1, where: `page ${index + 1}`, resources: materializeResources(page) };
    useGroup(page.dict);
    const parts = contentStreams(page).map((stream) => decodeData(stream, { maxBytes, tolerant: true }));
    if (parts.some((part) => part === null || part.imageFilter !== null))
      problems.add(place.where, 'content that cannot be read');
    const bytes = Buffer.concat(parts.flatMap((part) => (part === null ? [] : [part.bytes, Buffer.from('\n')])));
    const edited = readStream(bytes, place);
    if (edited !== null) page.dict.set(PDFName.of('Contents'), context.register(context.flateStream(edited)));
    for (const annotation of arrayEntry(page.dict, 'Annots')) {
      for (const form of appearancesOf(asDict(context.lookup(annotation)))) readForm(form, place);
    }
  }
  return { fonts, images, devices, resources: resourcesMet };
}

/** Resources that a page inherits become its own, which they have to be (ISO 19005-2, 6.2.2). */
function materializeResources({ dict, inherited }: PdfPage): PDFDict {
  const key = PDFName.of('Resources');
  const found = inherited.get(key);
  const resources = asDict(dict.context.lookup(found)) ?? dict.context.obj({});
  dict.set(key, found instanceof PDFRef ? found : resources);
  return resources;
}

/** The normal appearances of an annotation: others are not kept. */
function appearancesOf(annotation: PDFDict | null): readonly PDFRawStream[] {
  const normal = annotation === null ? undefined : dictEntry(annotation, 'AP')?.lookup(PDFName.of('N'));
  if (normal instanceof PDFRawStream) return [normal];
  const states = normal instanceof PDFDict ? normal.values().map((state) => normal.context.lookup(state)) : [];
  return states.filter((state) => state instanceof PDFRawStream);
}

/** What a number or string of an operator has that PDF/A forbids though viewers read it (ISO 19005-2, 6.1.6 and 6.1.13); null for nothing. */
function operandFlaw(bytes: Uint8Array, { start, end, operator }: ContentOperator): string | null {
  const text = Buffer.from(bytes.subarray(start, end - operator.length)).toString('latin1');
  if (/^(?:-?(?:\d+(?:\.\d*)?|\.\d+)\s+)*$/.test(text)) return null;
  const outside = text.replace(/\\[\s\S]/g, '').replace(/\([^()]*\)/g, ' ');
  const texts = [...outside.replace(/<<|>>/g, ' ').matchAll(/<([^>]*)>/g)].map(([, digits = '']) =>
    digits.replace(/\s/g, ''),
  );
  if (texts.some((digits) => digits.length % 2 > 0 || /[^0-9a-fA-F]/.test(digits)))
    return 'an invalid hexadecimal string';
  const numbers = outside.replace(/<[^>]*>/g, ' ').replace(/\/[^\s/[\]<>()]*/g, ' ');
  // A sign or point without digits, which viewers read as 0, an exponent, or two points.
  return /[-+](?![\d.])|(?:^|\s)[-+]?\.(?!\d)|\d[a-zA-Z]|\.\d*\./.test(numbers) ? 'an invalid number' : null;
}

const percent = 0x25;
const maxNumber = 2_147_483_647;

function isTooLarge(operand: Operand): boolean {
  return Array.isArray(operand)
    ? operand.some(isTooLarge)
    : typeof operand === 'number' && Math.abs(operand) > maxNumber;
}

function nameOf(operand: Operand | undefined): string {
  return operand instanceof PDFName ? operand.decodeText() : '';
}

/** The entries of a stream but those of its encoding. */
function entriesOf({ dict }: PDFRawStream): Record<string, PDFObject> {
  const encoding = ['Filter', 'DecodeParms', 'DP', 'Length', 'F', 'FFilter', 'FDecodeParms', 'DL'];
  return Object.fromEntries(
    dict.entries().flatMap(([key, value]) => (encoding.includes(key.decodeText()) ? [] : [[key.decodeText(), value]])),
  );
}

function withEdits(bytes: Uint8Array, edits: readonly ContentEdit[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(bytes.subarray(at, start), Buffer.from(` ${text} `, 'latin1'));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}
