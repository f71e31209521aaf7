import { PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib';
import { createBytesOutput } from '../objects/bytes-output.ts';
import type { OpenedPdf } from '../objects/open-pdf.ts';
import { arrayEntry, dictEntry, nameEntry, numberEntry, numbersEntry } from '../objects/typed-entries.ts';
import { writePdf } from '../objects/write-pdf.ts';
import type { Removed } from './conform-actions.ts';
import type { Problems } from './problems.ts';

/** ISO 19005-2, 6.3.1: kinds that are not pictures on paper. */
const forbidden = new Set(['3D', 'Sound', 'Screen', 'Movie', 'RichMedia']);
const known = new Set(
  (
    'Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup ' +
    'FileAttachment Widget PrinterMark TrapNet Watermark Redact'
  ).split(' '),
);
/** Flags of annotations (ISO 32000-1, table 165). */
const flag = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 };
/** Viewers draw nothing for these without an appearance. */
const withoutLooks = new Set([
  'Widget',
  'Stamp',
  'Watermark',
  'Caret',
  'FileAttachment',
  'Text',
  'PrinterMark',
  'TrapNet',
  'Redact',
]);
const [appearanceKey, contentsKey] = [PDFName.of('AP'), PDFName.of('Contents')];

interface Annotation {
  readonly dict: PDFDict;
  readonly ref: PDFObject;
  readonly page: number;
}

/**
 * Gives every annotation the flags and the one appearance that PDF/A asks for (ISO 19005-2, 6.3). Hidden ones stay, and draw
 * nothing. Appearances that are missing are drawn as PDFium draws them.
 */
export async function conformAnnotations(document: OpenedPdf, problems: Problems, removed: Removed): Promise<void> {
  const annotations = document.pages.flatMap((page, index) => keptAnnotations(document, page.dict, index + 1, removed));
  for (const { dict } of annotations) keepNormalAppearance(dict);
  const bare = annotations.map(({ dict }) => dict).filter(needsAppearance);
  if (bare.length > 0) await drawAppearances(document, bare);
  for (const { dict, page } of annotations) {
    const subtype = nameEntry(dict, 'Subtype') ?? '';
    const flags = numberEntry(dict, 'F') ?? 0;
    const isHidden = (flags & (flag.hidden | flag.noView | flag.invisible)) !== 0 && subtype !== 'Popup';
    if (subtype === 'Popup') dict.delete(PDFName.of('F'));
    else {
      const cleared = flags & ~(flag.hidden | flag.invisible | flag.noView | flag.toggleNoView);
      dict.set(PDFName.of('F'), PDFNumber.of(cleared | flag.print));
    }
    if (isHidden && subtype !== 'Link') setBlank(document, dict);
    settleStates(document, dict);
    if (!needsAppearance(dict)) continue;
    if (withoutLooks.has(subtype) || isHidden) setBlank(document, dict);
    else problems.add(`page ${page}`, `a ${subtype} annotation without an appearance`);
  }
}

/** Takes annotations off a page that have no place in PDF/A. */
function keptAnnotations(
  { context }: OpenedPdf,
  page: PDFDict,
  number: number,
  removed: Removed,
): readonly Annotation[] {
  const items = arrayEntry(page, 'Annots');
  const kept: Annotation[] = [];
  for (const ref of items) {
    const dict = context.lookup(ref);
    const subtype = dict instanceof PDFDict ? (nameEntry(dict, 'Subtype') ?? '') : '';
    if (!(dict instanceof PDFDict)) continue;
    if (forbidden.has(subtype) || !known.has(subtype)) {
      removed.set(
        `${subtype || 'nameless'} annotations`,
        (removed.get(`${subtype || 'nameless'} annotations`) ?? 0) + 1,
      );
    } else kept.push({ dict, ref, page: number });
  }
  if (kept.length === 0) page.delete(PDFName.of('Annots'));
  else if (kept.length < items.length) page.set(PDFName.of('Annots'), context.obj(kept.map(({ ref }) => ref)));
  return kept;
}

/** Appearances for the pointer over an annotation, or pressed on it, are none of paper. */
function keepNormalAppearance(dict: PDFDict): void {
  const appearance = dictEntry(dict, 'AP');
  if (appearance === null) {
    dict.delete(appearanceKey);
    return;
  }
  const normal = appearance.lookup(PDFName.of('N'));
  const value = normal instanceof PDFDict && !isButton(dict) ? stateOf(dict, normal) : appearance.get(PDFName.of('N'));
  const isStream = dict.context.lookup(value) instanceof PDFRawStream;
  const isStates = dict.context.lookup(value) instanceof PDFDict && isButton(dict);
  if (value === undefined || !(isStream || isStates)) dict.delete(appearanceKey);
  else if (isStream && isButton(dict))
    dict.set(appearanceKey, dict.context.obj({ N: { [nameEntry(dict, 'AS') ?? 'Off']: value } }));
  else dict.set(appearanceKey, dict.context.obj({ N: value }));
}

/** The appearance of the state that an annotation is in. */
function stateOf(dict: PDFDict, states: PDFDict): PDFObject | undefined {
  return states.get(PDFName.of(nameEntry(dict, 'AS') ?? 'Off')) ?? states.values()[0];
}

/** A button, of any kind: it has an appearance for each state. A field's kind may be that of its parent. */
function isButton(dict: PDFDict): boolean {
  if (nameEntry(dict, 'Subtype') !== 'Widget') return false;
  const parent = dictEntry(dict, 'Parent');
  return (nameEntry(dict, 'FT') ?? (parent === null ? null : nameEntry(parent, 'FT'))) === 'Btn';
}

/** A button shows the appearance of the state that it is in, which draws nothing where there was none. */
function settleStates(document: OpenedPdf, dict: PDFDict): void {
  const states = dictEntry(dictEntry(dict, 'AP') ?? dict, 'N');
  if (!isButton(dict) || states === null) return;
  for (const [state, look] of states.entries()) {
    if (!(document.context.lookup(look) instanceof PDFRawStream)) states.delete(state);
  }
  const state = PDFName.of(nameEntry(dict, 'AS') ?? 'Off');
  dict.set(PDFName.of('AS'), state);
  if (!states.has(state)) states.set(state, blankForm(document, dict));
}

function needsAppearance(dict: PDFDict): boolean {
  const subtype = nameEntry(dict, 'Subtype');
  if (subtype === 'Popup' || subtype === 'Link' || dict.has(appearanceKey)) return false;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersEntry(dict, 'Rect') ?? [];
  return x0 !== x1 || y0 !== y1;
}

function setBlank(document: OpenedPdf, dict: PDFDict): void {
  const ref = blankForm(document, dict);
  const states = isButton(dict) ? { [nameEntry(dict, 'AS') ?? 'Off']: ref } : ref;
  dict.set(appearanceKey, document.context.obj({ N: states }));
}

function blankForm({ context }: OpenedPdf, dict: PDFDict): PDFRef {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersEntry(dict, 'Rect') ?? [];
  const box = [0, 0, Math.abs(x1 - x0), Math.abs(y1 - y0)];
  return context.register(context.flateStream('', { Type: 'XObject', Subtype: 'Form', BBox: box, Resources: {} }));
}

/** Draws the annotations that have no appearance as PDFium does. What else is on their pages need not be drawn for that. */
async function drawAppearances(document: OpenedPdf, bare: readonly PDFDict[]): Promise<void> {
  const { drawAnnotations, drawnCopy, takeAppearances } = await import('../objects/complete-appearances.ts');
  const contents = document.pages.map(({ dict }) => dict.get(contentsKey));
  for (const { dict } of document.pages) dict.delete(contentsKey);
  const output = createBytesOutput();
  writePdf(document, output);
  for (const [index, { dict }] of document.pages.entries()) {
    const content = contents[index];
    if (content !== undefined) dict.set(contentsKey, content);
  }
  const drawn = await drawnCopy(output.bytes(), undefined, drawAnnotations);
  if (drawn === null) return;
  const wanted = new Set(bare);
  takeAppearances(document, drawn, (annotation) => wanted.has(annotation));
  for (const dict of bare) keepNormalAppearance(dict);
}
