import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { eachReachableDict, isAction } from '../objects/active-content/find-active-content.ts';
import type { OpenedPdf } from '../objects/open-pdf.ts';
import { dictEntry, nameEntry, textEntry } from '../objects/typed-entries.ts';

/** ISO 19005-2, 6.5.1. */
const allowed = new Set(['GoTo', 'GoToR', 'GoToE', 'Thread', 'URI', 'SubmitForm']);
const namedActions = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);
const [nextKey, additionalKey, actionKey] = [PDFName.of('Next'), PDFName.of('AA'), PDFName.of('A')];

/** What was removed of a document, by its kind, worded for a warning. */
export type Removed = Map<string, number>;

/** Removes the actions that PDF/A forbids, those on events, those of form fields, and embedded files. */
export function conformActions({ context, catalog }: OpenedPdf, removed: Removed): void {
  const count = (kind: string) => removed.set(kind, (removed.get(kind) ?? 0) + 1);
  const names = dictEntry(catalog, 'Names');
  if (names?.has(PDFName.of('JavaScript'))) count('JavaScript of the document');
  if (dictEntry(catalog, 'AcroForm')?.has(PDFName.of('XFA'))) count('XFA forms');
  eachReachableDict(context, catalog, (dict) => {
    if (dict.delete(additionalKey)) count('actions on events');
    if (nameEntry(dict, 'Subtype') === 'Widget' && dict.delete(actionKey)) count('actions of form fields');
    if (dict.has(PDFName.of('EF'))) {
      count(`embedded file ${textEntry(dict, 'UF') ?? textEntry(dict, 'F') ?? ''}`.trim());
      for (const key of ['EF', 'RF']) dict.delete(PDFName.of(key));
    }
    for (const [key, value] of dict.entries()) {
      const target = context.lookup(value);
      if (isForbidden(target)) {
        count(`${nameEntry(target, 'S')} actions`);
        dict.delete(key);
      } else if (key === nextKey && target instanceof PDFArray) {
        for (let index = target.size() - 1; index >= 0; index -= 1) {
          if (!isForbidden(target.lookup(index))) continue;
          count('further actions');
          target.remove(index);
        }
      }
    }
  });
}

const actionNames = new Set(
  (
    'GoTo GoToR GoToE Launch Thread URI Sound Movie Hide Named SubmitForm ResetForm ImportData JavaScript SetOCGState ' +
    'Rendition Trans GoTo3DView RichMediaExecute GoToDp set-state no-op SetState NOP'
  ).split(' '),
);

function isForbidden(object: PDFObject | undefined): object is PDFDict {
  if (!(object instanceof PDFDict) || !isAction(object)) return false;
  const kind = nameEntry(object, 'S') ?? '';
  // Other dictionaries have an `S` as well: transitions, groups, structure elements.
  if (nameEntry(object, 'Type') !== 'Action' && !actionNames.has(kind)) return false;
  if (kind === 'Named') return !namedActions.has(nameEntry(object, 'N') ?? '');
  return !allowed.has(kind);
}
