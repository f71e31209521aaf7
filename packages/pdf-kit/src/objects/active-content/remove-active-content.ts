import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject } from 'pdf-lib';
import type { OpenedPdf } from '../open-pdf.ts';
import { readNameTree } from '../tree-entries.ts';
import { dictEntry } from '../typed-entries.ts';
import { walkObjects } from '../walk-objects.ts';
import { embedsMoreThanData, hasXfaScripts } from './active-kinds.ts';
import { activeKind, eachDict, isAction } from './find-active-content.ts';

const [actionsKey, nextKey, associatedKey] = [PDFName.of('AA'), PDFName.of('Next'), PDFName.of('AF')];

/** Entries that make a dictionary active which is something else besides: an annotation, a model, a file's name. */
const activeEntries = ['RichMediaContent', 'RichMediaSettings', 'OnInstantiate', 'EF', 'RF'].map((key) =>
  PDFName.of(key),
);

/**
 * Takes out of a document what it may do besides showing its pages, and whatever it does when it is opened. How its
 * pages look stays, and so do links to pages and to the web, form fields, and attachments that are data. What an action
 * sets off next goes with it. Returns whether anything was removed.
 */
export function removeActiveContent({ context, catalog }: OpenedPdf): boolean {
  let removed = [catalog.delete(PDFName.of('OpenAction')), removeNamed(catalog), removeXfa(catalog)].includes(true);
  const strip = (dict: PDFDict) => {
    if (stripDict(dict)) removed = true;
  };
  eachDict(catalog, strip);
  walkObjects(context, [catalog], (_, object) => {
    eachDict(object, strip);
    return true;
  });
  return removed;
}

/** Scripts by name run when the document is opened; the list of attachments loses those that are more than data. */
function removeNamed(catalog: PDFDict): boolean {
  const names = dictEntry(catalog, 'Names');
  if (names === null) return false;
  const hadScripts = names.delete(PDFName.of('JavaScript'));
  const filesKey = PDFName.of('EmbeddedFiles');
  const files = [...readNameTree(catalog.context, names.get(filesKey))];
  const kept = files.filter(([, file]) => !isEmbeddedProgram(catalog.context.lookup(file)));
  if (kept.length === files.length) return hadScripts;
  if (kept.length > 0) {
    const leaf = kept.flatMap(([name, file]) => [PDFHexString.of(Buffer.from(name, 'latin1').toString('hex')), file]);
    names.set(filesKey, catalog.context.obj({ Names: leaf }));
  } else {
    names.delete(filesKey);
    catalog.delete(PDFName.of('Collection'));
  }
  return true;
}

function removeXfa(catalog: PDFDict): boolean {
  const form = dictEntry(catalog, 'AcroForm');
  if (form === null || !hasXfaScripts(form)) return false;
  catalog.delete(PDFName.of('NeedsRendering'));
  return form.delete(PDFName.of('XFA'));
}

/** Takes the actions out of a dictionary and what else makes it active; true when there was any. */
function stripDict(dict: PDFDict): boolean {
  let stripped = false;
  for (const [key, value] of dict.entries()) {
    const target = dict.context.lookup(value);
    if (isActiveAction(target)) stripped = dict.delete(key);
    else if (key === nextKey) stripped = stripArray(target, isActiveAction) || stripped;
    else if (key === associatedKey) stripped = stripArray(target, isEmbeddedProgram) || stripped;
    else if (key === actionsKey && target instanceof PDFDict) {
      stripped = stripDict(target) || stripped;
      if (target.keys().length === 0) dict.delete(key);
    }
  }
  if (!isAction(dict) && activeKind(dict) !== null) {
    for (const key of activeEntries) stripped = dict.delete(key) || stripped;
  }
  return stripped;
}

function stripArray(array: PDFObject | undefined, isUnwanted: (object: PDFObject | undefined) => boolean): boolean {
  if (!(array instanceof PDFArray)) return false;
  const unwanted = [...array.asArray().keys()].filter((index) => isUnwanted(array.lookup(index)));
  for (const index of unwanted.reverse()) array.remove(index);
  return unwanted.length > 0;
}

function isActiveAction(object: PDFObject | undefined): boolean {
  return object instanceof PDFDict && isAction(object) && activeKind(object) !== null;
}

function isEmbeddedProgram(object: PDFObject | undefined): boolean {
  return object instanceof PDFDict && embedsMoreThanData(object);
}
