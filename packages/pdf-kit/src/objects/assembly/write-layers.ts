import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { foldObjects } from '../fold-objects.ts';
import { arrayEntry, dictEntry, isText, nameEntry } from '../typed-entries.ts';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { arrayText, dictText, refArrayText, refText, stringText } from './pdf-text.ts';

/** The layers (optional content groups) of one source that are written, by their references. */
interface KeptLayers {
  readonly source: SourceGraph;
  readonly title: string;
  readonly numbers: ReadonlyMap<PDFRef, number>;
  readonly config: PDFDict | null;
}

/** Levels of the layers panel's order that are followed. */
const maxDepth = 50;

/**
 * The catalog's `/OCProperties` in PDF syntax, null without layers: the layers of all sources, each on or off as it was. Of
 * a source with pages left out, only layers that something written refers to, so pages must have been written before.
 */
export function layersText(
  output: OutputGraph,
  sources: readonly SourceGraph[],
  titles: readonly string[],
): string | null {
  const layered = sources
    .map((source, index) => keptLayers(output, source, titles[index] ?? ''))
    .filter(({ numbers }) => numbers.size > 0);
  if (layered.length === 0) return null;
  const all = layered.flatMap(({ numbers }) => [...numbers.values()]);
  const off = layered.flatMap((layers) => hiddenLayers(layers).map((ref) => layers.numbers.get(ref)));
  const locked = layered.flatMap((layers) => refsOf(layers, 'Locked'));
  const states = layered.flatMap((layers) => automaticStates(output, layers));
  const [first] = layered;
  const base = (key: string) => {
    const value = first?.config?.get(PDFName.of(key));
    return first === undefined || value === undefined ? null : output.text(first.source, value);
  };
  const config = dictText({
    Name: base('Name'),
    Creator: base('Creator'),
    Intent: base('Intent'),
    ListMode: base('ListMode'),
    BaseState: '/ON',
    OFF: refArrayText(off.filter((number) => number !== undefined)),
    Order: orderText(output, layered),
    RBGroups: arrayText(layered.flatMap(radioGroups)),
    Locked: refArrayText(locked),
    AS: states.length === 0 ? null : arrayText(states),
  });
  return dictText({ OCGs: refArrayText(all), D: config });
}

function keptLayers(output: OutputGraph, source: SourceGraph, title: string): KeptLayers {
  const { layers } = source.structure;
  const numbers = new Map<PDFRef, number>();
  for (const ref of layers === null ? [] : arrayEntry(layers, 'OCGs')) {
    if (!(ref instanceof PDFRef)) continue;
    const number = source.pruned ? source.numbers.get(ref) : output.numberOf(source, ref);
    if (number !== undefined && number !== null) numbers.set(ref, number);
  }
  return { source, title, numbers, config: layers === null ? null : dictEntry(layers, 'D') };
}

function hiddenLayers({ numbers, config }: KeptLayers): readonly PDFRef[] {
  if (config === null) return [];
  const listed = (key: string) => new Set(arrayEntry(config, key));
  const off = listed('OFF');
  const on = listed('ON');
  const hiddenAtFirst = nameEntry(config, 'BaseState') === 'OFF';
  return [...numbers.keys()].filter((ref) => off.has(ref) || (hiddenAtFirst && !on.has(ref)));
}

function refsOf({ numbers, config }: KeptLayers, key: string): readonly number[] {
  const refs = config === null ? [] : arrayEntry(config, key);
  return refs.flatMap((ref) => (ref instanceof PDFRef ? (numbers.get(ref) ?? []) : []));
}

/** The order of the layers panel; with several layered sources each is under its own title. */
function orderText(output: OutputGraph, layered: readonly KeptLayers[]): string {
  const orders = layered.map((layers) => {
    const items = layers.config === null ? [] : arrayEntry(layers.config, 'Order');
    const own = items.flatMap(orderItems(output, layers));
    return layered.length > 1 && own.length > 0 ? [arrayText([stringText(layers.title), ...own])] : own;
  });
  return arrayText(orders.flat());
}

/** What an item of the order becomes; an array that is an object of its own is one in the output too, since several arrays may share it. */
function orderItems(output: OutputGraph, { source, numbers }: KeptLayers): (item: PDFObject) => readonly string[] {
  const written = new Map<PDFRef, readonly string[]>();
  const textOf = foldObjects<readonly string[]>({
    lookup: source.lookup,
    maxDepth,
    cut: () => [],
    fold(value) {
      if (isText(value)) return [value.toString()];
      if (!(value instanceof PDFArray)) return [];
      const items = value.asArray().flatMap(itemOf);
      const isOnlyTitle = items.length === 1 && isText(source.lookup(value.get(0)));
      return items.length === 0 || isOnlyTitle ? [] : [arrayText(items)];
    },
  });
  return itemOf;

  function itemOf(item: PDFObject): readonly string[] {
    if (!(item instanceof PDFRef)) return textOf(item);
    const number = numbers.get(item);
    if (number !== undefined) return [refText(number)];
    const texts = written.get(item) ?? textOf(item).map((text) => refText(output.add(text)));
    written.set(item, texts);
    return texts;
  }
}

function radioGroups({ source, numbers, config }: KeptLayers): readonly string[] {
  const groups = new Set(config === null ? [] : arrayEntry(config, 'RBGroups').map((item) => source.lookup(item)));
  return [...groups].flatMap((group) => {
    const members = group instanceof PDFArray ? group.asArray() : [];
    const kept = members.flatMap((ref) => (ref instanceof PDFRef ? (numbers.get(ref) ?? []) : []));
    return kept.length === 0 ? [] : [refArrayText(kept)];
  });
}

function automaticStates(output: OutputGraph, { source, numbers, config }: KeptLayers): readonly string[] {
  const states = new Set(config === null ? [] : arrayEntry(config, 'AS').map((item) => source.lookup(item)));
  const groupsOf = (state: PDFDict): string | null => {
    const kept = arrayEntry(state, 'OCGs').flatMap((ref) => (ref instanceof PDFRef ? (numbers.get(ref) ?? []) : []));
    return kept.length === 0 ? null : refArrayText(kept);
  };
  // A list that states share is written once.
  const shared = new Map<PDFRef, string | null>();
  const sharedGroupsOf = (state: PDFDict): string | null => {
    const list = state.get(PDFName.of('OCGs'));
    if (!(list instanceof PDFRef)) return groupsOf(state);
    if (!shared.has(list)) {
      const text = groupsOf(state);
      shared.set(list, text === null ? null : refText(output.add(text)));
    }
    return shared.get(list) ?? null;
  };
  return [...states].flatMap((state) => {
    if (!(state instanceof PDFDict)) return [];
    const groups = sharedGroupsOf(state);
    const [event, category] = ['Event', 'Category'].map((key) => state.get(PDFName.of(key)));
    if (groups === null || event === undefined || category === undefined) return [];
    return [
      dictText({
        Event: output.text(source, event),
        Category: output.text(source, category),
        OCGs: groups,
      }),
    ];
  });
}
