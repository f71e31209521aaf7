import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject } from 'pdf-lib';
import type { OpenedPdf } from '../open-pdf.ts';
import { readNameTree } from '../tree-entries.ts';
import { dictEntry } from '../typed-entries.ts';
import { embedsMoreThanData, hasXfaScripts } from './active-kinds.ts';
import { activeKind, eachReachableDict, isAction } from './find-active-content.ts';

const [actionsKey, nextKey, associatedKey] = [PDFName.of('AA'), PDFName.of('Next'), PDFName.of('AF')];

/** Entries with active content of a dictionary that stays: of an annotation, a 3D stream, a file specification. */
const activeEntries = ['RichMediaContent', 'RichMediaSettings', 'OnInstantiate', 'EF', 'RF'].map((key) =>
  PDFName.of(key),
);

/**
 * Removes the active content of a document, and its open action. The look of its pages, links to pages and to the web, form
 * fields, and attachments that are data stay. Actions that follow a removed one (`/Next`) are removed, too. Returns true if
 * anything was removed.
 */
export function removeActiveContent({ context, catalog }: OpenedPdf): boolean {
  let removed = [catalog.delete(PDFName.of('OpenAction')), removeNamed(catalog), removeXfa(catalog)].includes(true);
  eachReachableDict(context, catalog, (dict) => {
    if (stripDict(dict)) removed = true;
  });
  return removed;
}

/** Removes named scripts, which run when the document is opened, and attachments that are more than data. */
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

/** Removes the actions of a dictionary and its entries with active content; true if there were any. */
function stripDict(dict: PDFDict): boolean {
  let stripped = false;
  for (const [key, value] of dict.entries()) {
    const target = dict.context.lookup(value);
    if (isActiveAction(target)) stripped = dict.delete(key);
    else if (key === nextKey) stripped = stripArray(target, isActiveAction) || stripped;
    else if (key === associatedKey) stripped = stripArray(target, isEmbeddedProgram) || stripped;
    else if (key === actionsKey && target instanceof PDFDict) {
      stripped = stripActions(target) || stripped;
      if (target.keys().length === 0) dict.delete(key);
    }
  }
  if (!isAction(dict) && activeKind(dict) !== null) {
    for (const key of activeEntries) stripped = dict.delete(key) || stripped;
  }
  return stripped;
}

/** Removes active actions from a dictionary of additional actions. */
function stripActions(actions: PDFDict): boolean {
  const active = actions.entries().filter(([, action]) => isActiveAction(actions.context.lookup(action)));
  for (const [key] of active) actions.delete(key);
  return active.length > 0;
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
