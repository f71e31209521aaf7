import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { OpenedPdf } from './open-pdf.ts';
import { arrayEntry, dictEntry, nameEntry, pdfArrayEntry } from './typed-entries.ts';

/** Levels of a visibility expression that are evaluated, as PDFium does. */
const maxDepth = 40;

/** Whether what belongs to a layer (`/OC`: a group, or a membership dictionary) is shown on a screen. */
export type LayerVisibility = (layer: PDFObject | undefined) => boolean;

/** Reads which layers a document shows when it is opened (ISO 32000-2, 8.11.4.3 and 8.11.4.5); null without any. */
export function readLayerVisibility({ catalog, context }: OpenedPdf): LayerVisibility | null {
  const properties = dictEntry(catalog, 'OCProperties');
  const config = properties === null ? null : dictEntry(properties, 'D');
  if (properties === null) return null;
  const listed = (key: string) => new Set(config === null ? [] : arrayEntry(config, key));
  const [on, off] = [listed('ON'), listed('OFF')];
  const startsOff = config !== null && nameEntry(config, 'BaseState') === 'OFF';
  const byUsage = config === null ? new Set() : groupsByUsage(config);
  const known = new Map<PDFObject, boolean>();

  const isGroupOn = (group: PDFObject): boolean => {
    const dict = context.lookup(group);
    const usage = dict instanceof PDFDict && byUsage.has(group) ? dictEntry(dict, 'Usage') : null;
    const view = usage === null ? null : dictEntry(usage, 'View');
    const state = view === null ? null : nameEntry(view, 'ViewState');
    if (state !== null) return state !== 'OFF';
    return startsOff ? on.has(group) : !off.has(group);
  };
  // Walk: each expression once, `maxDepth` levels.
  const holds = (expression: PDFObject, depth: number): boolean => {
    const seen = known.get(expression);
    if (seen !== undefined) return seen;
    const array = context.lookup(expression);
    if (!(array instanceof PDFArray) || depth > maxDepth) return isGroupOn(expression);
    known.set(expression, true);
    const [operator, ...terms] = array.asArray();
    const values = terms.map((term) => holds(term, depth + 1));
    const isTrue =
      operator === PDFName.of('Not')
        ? values[0] !== true
        : operator === PDFName.of('Or')
          ? values.includes(true)
          : !values.includes(false);
    known.set(expression, isTrue);
    return isTrue;
  };
  return (layer) => {
    const dict = context.lookup(layer);
    if (layer === undefined || !(dict instanceof PDFDict)) return true;
    if (dict.get(PDFName.Type) !== PDFName.of('OCMD')) return isGroupOn(layer);
    const expression = pdfArrayEntry(dict, 'VE');
    return expression === null ? isMember(dict, isGroupOn) : holds(expression, 0);
  };
}

/** The groups whose usage decides on a screen. */
function groupsByUsage(config: PDFDict): ReadonlySet<PDFObject> {
  const events = arrayEntry(config, 'AS').map((event) => config.context.lookup(event));
  return new Set(
    events.flatMap((event) => {
      if (!(event instanceof PDFDict) || nameEntry(event, 'Event') !== 'View') return [];
      const categories = arrayEntry(event, 'Category');
      return categories.includes(PDFName.of('View')) ? arrayEntry(event, 'OCGs') : [];
    }),
  );
}

function isMember(dict: PDFDict, isGroupOn: (group: PDFObject) => boolean): boolean {
  const value = dict.get(PDFName.of('OCGs'));
  const list = arrayEntry(dict, 'OCGs');
  const groups = list.length === 0 && value instanceof PDFRef ? [value] : list;
  const states = groups.filter((group) => dict.context.lookup(group) instanceof PDFDict).map(isGroupOn);
  if (states.length === 0) return true;
  const policy = nameEntry(dict, 'P');
  if (policy === 'AllOn') return !states.includes(false);
  if (policy === 'AnyOff') return states.includes(false);
  return policy === 'AllOff' ? !states.includes(true) : states.includes(true);
}
