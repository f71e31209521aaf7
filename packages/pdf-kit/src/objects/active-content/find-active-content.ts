import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import type { OpenedPdf } from '../open-pdf.ts';
import { dictEntry } from '../typed-entries.ts';
import { walkObjects } from '../walk-objects.ts';
import { type ActiveKind, actionKind, embedsMoreThanData, hasXfaScripts } from './active-kinds.ts';

const [typeKey, kindKey, parentKey] = [PDFName.of('Type'), PDFName.of('S'), PDFName.of('P')];
const [richMediaKey, scriptKey] = [PDFName.of('RichMediaContent'), PDFName.of('OnInstantiate')];
const actionType = PDFName.of('Action');

/** How often each kind of active content occurs in what can be reached from the catalog. */
export type ActiveContent = ReadonlyMap<ActiveKind, number>;

/** Finds what a document may do besides showing its pages. */
export function findActiveContent({ context, catalog }: OpenedPdf): ActiveContent {
  const found = new Map<ActiveKind, number>();
  const count = (kind: ActiveKind | null) => {
    if (kind !== null) found.set(kind, (found.get(kind) ?? 0) + 1);
  };
  eachReachableDict(context, catalog, (dict) => count(activeKind(dict)));
  const form = dictEntry(catalog, 'AcroForm');
  if (form !== null && hasXfaScripts(form)) count('form scripts (XFA)');
  return found;
}

/** The kind of active content a dictionary is; null for none. */
export function activeKind(dict: PDFDict): ActiveKind | null {
  if (isAction(dict)) return actionKind(dict);
  if (embedsMoreThanData(dict)) return 'embedded files that are more than data';
  if (dict.has(richMediaKey)) return 'rich media';
  return dict.has(scriptKey) ? 'JavaScript' : null;
}

/** True for an action. `/Type` may be missing; structure elements have an `S` too, and a parent. */
export function isAction(dict: PDFDict): boolean {
  if (!dict.has(kindKey)) return false;
  const type = dict.lookup(typeKey);
  return type instanceof PDFName ? type === actionType : !dict.has(parentKey);
}

/** Visits every dictionary reachable from a catalog. */
export function eachReachableDict(context: PDFContext, catalog: PDFDict, visit: (dict: PDFDict) => void): void {
  eachDirectDict(catalog, visit);
  walkObjects(context, [catalog], (_, object) => {
    eachDirectDict(object, visit);
    return true;
  });
}

/** Visits the dictionaries of an indirect object: itself and the direct objects within it, but nothing behind a reference. */
function eachDirectDict(object: PDFObject, visit: (dict: PDFDict) => void): void {
  if (object instanceof PDFRef) return;
  if (object instanceof PDFArray) for (const item of object.asArray()) eachDirectDict(item, visit);
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return;
  visit(dict);
  for (const value of dict.values()) eachDirectDict(value, visit);
}
