import type { OutputGraph } from './graphs.ts';
import { arrayText, bytesText, dictText, refArrayText } from './pdf-text.ts';

/** Entries of one leaf. */
const leafSize = 256;

/** A name tree (ISO 32000-2, 7.9.6) in PDF syntax, sorted by the bytes of the names; null without entries. */
export function nameTreeText(output: OutputGraph, entries: ReadonlyMap<string, string>): string | null {
  if (entries.size === 0) return null;
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return treeText(
    output,
    'Names',
    sorted.map(([name, value]) => [bytesText(name), value]),
  );
}

/** A number tree (ISO 32000-2, 7.9.7) in PDF syntax, sorted by the numbers. */
export function numberTreeText(output: OutputGraph, entries: readonly (readonly [number, string])[]): string {
  const sorted = entries.toSorted(([a], [b]) => a - b);
  return treeText(
    output,
    'Nums',
    sorted.map(([key, value]) => [`${key}`, value]),
  );
}

type Entry = readonly [key: string, value: string];

/** The root of a tree of one or two levels; leaves of the second are written. */
function treeText(output: OutputGraph, leafKey: 'Names' | 'Nums', entries: readonly Entry[]): string {
  const leafText = (leaf: readonly Entry[]) => arrayText(leaf.map(([key, value]) => `${key} ${value}`));
  if (entries.length <= leafSize) return dictText({ [leafKey]: leafText(entries) });
  const kids: number[] = [];
  for (let start = 0; start < entries.length; start += leafSize) {
    const leaf = entries.slice(start, start + leafSize);
    const limits = [leaf[0], leaf.at(-1)].map((entry) => entry?.[0] ?? '');
    kids.push(output.add(dictText({ Limits: arrayText(limits), [leafKey]: leafText(leaf) })));
  }
  return dictText({ Kids: refArrayText(kids) });
}
