import {
  createInflateBudget,
  decodeStream,
  initialGraphicsState,
  interpretContent,
  nameEntry,
  type PdfPage,
  readContentStream,
  resourceOf,
} from '@platen/pdf-kit/objects';
import { contentParts, ownDictionary, ownResources } from '@platen/pdf-kit/ocr';
import { type PDFContext, PDFDict, PDFName, type PDFRef, PDFStream } from '@platen/pdf-kit/pdf-lib';

/** Text render mode 3: neither filled nor stroked. */
const invisibleMode = 3;
/** Content larger than this is left as it is. */
const maxContentBytes = 64 * 1024 * 1024;
const maxFormDepth = 12;

/**
 * Removes the text of a page that does not show: what is written in text render mode 3, in the page's own content and
 * in the forms it draws. The rest of the content keeps its bytes. Content that cannot be decoded is left alone.
 */
export function removeHiddenText(context: PDFContext, page: PdfPage): void {
  clean(context, page, () => 0);
}

/** Removes invisible text and all text that the page draws before its last image, none of which shows. */
export function removeTextBehindImage(context: PDFContext, page: PdfPage): void {
  clean(context, page, endOfLastImage);
}

/** `coveredTo` gives the offset in the content up to which text does not show, whatever its mode. */
function clean(
  context: PDFContext,
  page: PdfPage,
  coveredTo: (content: Uint8Array, resources: PDFDict) => number,
): void {
  const content = decodeParts(context, page);
  if (content === null) return;
  const resources = ownResources(context, page);
  const cleaned = cleanContent({ context, copies: new Map() }, content, resources, {
    mode: 0,
    depth: 0,
    coveredTo: coveredTo(content, resources),
  });
  page.dict.set(PDFName.of('Contents'), context.register(context.flateStream(cleaned)));
}

/** Where the last image or form ends that a page draws itself. A form may hold the image. */
function endOfLastImage(content: Uint8Array, resources: PDFDict): number {
  let last = 0;
  for (const { operator, operands, end } of readContentStream(content)) {
    const drawn = operator === 'Do' ? resourceOf(resources, 'XObject', operands.at(-1)) : undefined;
    const isImage = drawn instanceof PDFStream && nameEntry(drawn.dict, 'Subtype') === 'Image';
    if (isImage || operator === 'BI') last = end;
  }
  return last;
}

/** The parts of the content as one stream: operators and their operands may be separated between them. */
function decodeParts(context: PDFContext, page: PdfPage): Uint8Array | null {
  const budget = createInflateBudget(maxContentBytes);
  const parts = contentParts(context, page).map((part) => {
    const stream = context.lookup(part);
    return stream instanceof PDFStream ? decodeStream(stream, budget) : null;
  });
  const decoded = parts.filter((part) => part !== null);
  return decoded.length === parts.length ? Buffer.concat(decoded.flatMap((part) => [part, Buffer.from('\n')])) : null;
}

/** What is shared by the content of a page and of the forms that it draws. */
interface Cleaning {
  readonly context: PDFContext;
  /** The copy of each form for each render mode that it is drawn in; null for one that stays, or that draws itself. */
  readonly copies: Map<PDFStream, Map<number, PDFRef | null>>;
}

/** Where content stands: the render mode that it begins with, how deep, and the offset up to which an image covers its text. */
interface CleaningPlace {
  readonly mode: number;
  readonly depth: number;
  readonly coveredTo: number;
}

/** The content without its hidden text. Forms it draws are replaced in `resources` by cleaned copies. */
// Walk: each form once for each render mode, `maxFormDepth` levels.
function cleanContent(
  cleaning: Cleaning,
  content: Uint8Array,
  resources: PDFDict,
  { mode: initialMode, depth, coveredTo }: CleaningPlace,
): Uint8Array {
  const kept: Uint8Array[] = [];
  let copiedTo = 0;
  for (const { item, state } of interpretContent(content, null, { ...initialGraphicsState, textMode: initialMode })) {
    const { operator, operands, start, end } = item;
    const mode = end <= coveredTo ? invisibleMode : state.textMode;
    const last = operands.at(-1);
    if (operator === 'Do' && last instanceof PDFName) cleanForm(cleaning, resources, last, mode, depth);
    else if (mode === invisibleMode && showsText(operator)) {
      kept.push(content.subarray(copiedTo, start), Buffer.from(movesToNextLine(operator) ? ' T* ' : ''));
      copiedTo = end;
    }
  }
  kept.push(content.subarray(copiedTo));
  return Buffer.concat(kept);
}

function showsText(operator: string): boolean {
  return operator === 'Tj' || operator === 'TJ' || movesToNextLine(operator);
}

function movesToNextLine(operator: string): boolean {
  return operator === "'" || operator === '"';
}

// Walk: see `cleanContent`.
function cleanForm(cleaning: Cleaning, resources: PDFDict, key: PDFName, mode: number, depth: number): void {
  const { context, copies } = cleaning;
  const forms = context.lookup(resources.get(PDFName.of('XObject')));
  if (depth >= maxFormDepth || !(forms instanceof PDFDict)) return;
  const reference = forms.get(key);
  const form = context.lookup(reference);
  if (!(form instanceof PDFStream) || form.dict.lookup(PDFName.of('Subtype')) !== PDFName.of('Form')) return;
  const known = copies.get(form) ?? new Map<number, PDFRef | null>();
  const copy = known.get(mode);
  if (copy !== undefined) {
    if (copy !== null) ownDictionary(context, resources, 'XObject', forms).set(key, copy);
    return;
  }
  copies.set(form, known.set(mode, null));
  const content = decodeStream(form, createInflateBudget(maxContentBytes));
  if (content === null) return;
  const dict = form.dict.clone(context);
  const inner = dict.has(PDFName.of('Resources'))
    ? ownDictionary(context, dict, 'Resources', dict.get(PDFName.of('Resources')))
    : resources;
  const cleaned = cleanContent(cleaning, content, inner, { mode, depth: depth + 1, coveredTo: 0 });
  if (cleaned.length === content.length && inner === resources) return;
  const own = ownDictionary(context, resources, 'XObject', forms);
  const replaced = replaceForm(context, dict, cleaned);
  known.set(mode, replaced);
  own.set(key, replaced);
  const stream = context.lookup(replaced);
  if (stream instanceof PDFStream) copies.set(stream, new Map([[mode, replaced]]));
}

function replaceForm(context: PDFContext, dict: PDFDict, content: Uint8Array): PDFRef {
  const stream = context.flateStream(content);
  for (const [key, value] of dict.entries()) {
    if (!stream.dict.has(key) && key !== PDFName.of('DecodeParms') && key !== PDFName.of('Length')) {
      stream.dict.set(key, value);
    }
  }
  return context.register(stream);
}
