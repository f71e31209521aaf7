import { PDFArray, PDFBool, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { createBytesOutput } from './bytes-output.ts';
import { readLayerVisibility } from './layer-visibility.ts';
import { type OpenedPdf, openPdf } from './open-pdf.ts';
import { arrayEntry, dictEntry, isText, nameEntry, numberEntry, textEntry } from './typed-entries.ts';
import { writePdf } from './write-pdf.ts';

/** The annotation flag Hidden (ISO 32000-2, table 167). */
const hidden = 2;
/** The field flag Combo (table 233). */
const dropDown = 1 << 17;
/** The name by which PDFium draws the state on of a button whose file names none. */
export const drawnState = 'Yes';
const [formKey, fieldsKey, flagsKey] = [PDFName.of('AcroForm'), PDFName.of('Fields'), PDFName.of('F')];

/**
 * A copy of a file in which PDFium draws the annotations as other viewers do, without encryption. By itself it draws those of
 * layers that are off, no widget of a document without a form, arrows in the drop-down lists that it draws anew, and a grey box for
 * buttons that are on but have no appearance. Null if the file has none of these.
 */
export async function settleAnnotations(bytes: Uint8Array, password: string | undefined): Promise<Uint8Array | null> {
  const document = await openPdf(bytes, { password });
  const changes = [
    hideAnnotations(document),
    listFields(document),
    showListsAsText(document),
    nameButtonStates(document),
  ];
  if (!changes.includes(true)) return null;
  const output = createBytesOutput();
  writePdf(document, output);
  return output.bytes();
}

/** Hides the annotations whose layers are off; false if there are none. */
function hideAnnotations(document: OpenedPdf): boolean {
  const isShown = readLayerVisibility(document);
  if (isShown === null) return false;
  let isChanged = false;
  for (const annotation of annotationsOf(document)) {
    const dict = document.context.lookup(annotation);
    if (!(dict instanceof PDFDict) || isShown(dict.get(PDFName.of('OC')))) continue;
    dict.set(flagsKey, PDFNumber.of((numberEntry(dict, 'F') ?? 0) | hidden));
    isChanged = true;
  }
  return isChanged;
}

/** Gives a document without a form one with the fields of its widgets; false if it has a form, or no widget. */
function listFields(document: OpenedPdf): boolean {
  const { catalog, context } = document;
  if (dictEntry(catalog, 'AcroForm') !== null) return false;
  const roots = new Set<PDFRef>();
  for (const annotation of annotationsOf(document)) {
    const dict = context.lookup(annotation);
    if (!(annotation instanceof PDFRef && dict instanceof PDFDict) || nameEntry(dict, 'Subtype') !== 'Widget') continue;
    roots.add(rootOf(document, annotation));
  }
  if (roots.size === 0) return false;
  const form = context.obj({});
  form.set(fieldsKey, context.obj([...roots]));
  catalog.set(formKey, form);
  return true;
}

function annotationsOf({ pages }: OpenedPdf): readonly PDFObject[] {
  return pages.flatMap(({ dict }) => arrayEntry(dict, 'Annots'));
}

/** Makes the drop-down lists that PDFium would draw anew text fields that show their value; false if there are none. */
function showListsAsText(document: OpenedPdf): boolean {
  const { context, catalog } = document;
  const form = dictEntry(catalog, 'AcroForm');
  if (form === null) return false;
  const isDrawnAnew = form.lookup(PDFName.of('NeedAppearances')) === PDFBool.True;
  let isChanged = false;
  for (const annotation of annotationsOf(document)) {
    const widget = context.lookup(annotation);
    if (!(widget instanceof PDFDict) || (!isDrawnAnew && dictEntry(widget, 'AP') !== null)) continue;
    const chain = withParents(document, widget);
    const inherited = (key: string) => chain.find((dict) => dict.has(PDFName.of(key)));
    const typed = inherited('FT');
    const flags = numberEntry(inherited('Ff') ?? widget, 'Ff') ?? 0;
    if (typed === undefined || nameEntry(typed, 'FT') !== 'Ch' || (flags & dropDown) === 0) continue;
    const text = shownValue(inherited('V'), inherited('Opt'));
    typed.set(PDFName.of('FT'), PDFName.of('Tx'));
    typed.set(PDFName.of('Ff'), PDFNumber.of(0));
    if (text !== null) typed.set(PDFName.of('V'), PDFHexString.fromText(text));
    isChanged = true;
  }
  return isChanged;
}

/**
 * Gives check boxes and radio buttons that are on, but have no appearance, the state that PDFium draws for such; false if there
 * are none. Where the field lists options, PDFium names states by their numbers, as the file does.
 */
function nameButtonStates(document: OpenedPdf): boolean {
  const { context } = document;
  let isChanged = false;
  for (const annotation of annotationsOf(document)) {
    const widget = context.lookup(annotation);
    if (!(widget instanceof PDFDict) || dictEntry(widget, 'AP') !== null) continue;
    if ([null, 'Off', drawnState].includes(nameEntry(widget, 'AS'))) continue;
    const chain = withParents(document, widget);
    const typed = chain.find((dict) => dict.has(PDFName.of('FT')));
    if (typed === undefined || nameEntry(typed, 'FT') !== 'Btn' || chain.some((dict) => dict.has(PDFName.of('Opt'))))
      continue;
    widget.set(PDFName.of('AS'), PDFName.of(drawnState));
    isChanged = true;
  }
  return isChanged;
}

/** The value of a list as it is shown: options may have an export value before their text. */
function shownValue(valued: PDFDict | undefined, listing: PDFDict | undefined): string | null {
  const value = valued === undefined ? null : textEntry(valued, 'V');
  const options = listing === undefined ? [] : arrayEntry(listing, 'Opt').map((item) => listing.context.lookup(item));
  for (const option of options) {
    if (!(option instanceof PDFArray) || option.size() < 2) continue;
    const [stored, shown] = [option.lookup(0), option.lookup(1)];
    if (isText(stored) && isText(shown) && stored.decodeText() === value) return shown.decodeText();
  }
  return value;
}

/** A widget and the fields above it, from the inside. */
function withParents({ context }: OpenedPdf, widget: PDFDict): readonly PDFDict[] {
  const chain = new Set<PDFDict>();
  for (
    let dict: unknown = widget;
    dict instanceof PDFDict && !chain.has(dict);
    dict = context.lookup(dict.get(PDFName.Parent))
  ) {
    chain.add(dict);
  }
  return [...chain];
}

/** The field at the top of a widget's chain of parents: the widget itself without any. */
function rootOf({ context }: OpenedPdf, widget: PDFRef): PDFRef {
  const met = new Set<PDFRef>();
  for (let ref = widget; ; ) {
    met.add(ref);
    const dict = context.lookup(ref);
    const parent = dict instanceof PDFDict ? dict.get(PDFName.Parent) : undefined;
    if (!(parent instanceof PDFRef) || met.has(parent) || !(context.lookup(parent) instanceof PDFDict)) return ref;
    ref = parent;
  }
}
