import { dictEntry, textEntry } from '../typed-entries.ts';
import type { SourceGraph } from './graphs.ts';
import { bytesText, dictText } from './pdf-text.ts';

/**
 * The catalog's `/URI` with the base URI, in PDF syntax; null without one. If the sources differ in it, their relative URIs
 * are made absolute instead. To be called before anything is written.
 */
export function settleBaseAddresses(graphs: readonly SourceGraph[]): string | null {
  const bases = graphs.map(({ document: { catalog } }) => {
    const entry = dictEntry(catalog, 'URI');
    return entry === null ? null : textEntry(entry, 'Base');
  });
  const [first = null] = bases;
  if (bases.every((base) => base === first)) return first === null ? null : dictText({ Base: bytesText(first) });
  for (const [index, graph] of graphs.entries()) graph.renamings.baseUri = bases[index] ?? null;
  return null;
}
