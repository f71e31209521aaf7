import { PDFDict, PDFName } from 'pdf-lib';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import type { IntentPlan } from './output-intents.ts';

const intentsKey = PDFName.of('OutputIntents');

/** Gives pages of sources with another output intent than the document their own (PDF 2.0; older readers ignore it). */
export function givePageIntents({ pages, document, replace, lookup }: SourceGraph, { others }: IntentPlan): void {
  const intents = document.catalog.get(intentsKey);
  const isOther = [...others].some((source) => source.document === document);
  if (!isOther || intents === undefined) return;
  for (const { page } of pages) {
    const own = lookup(page.ref);
    if (!(own instanceof PDFDict) || own.has(intentsKey)) continue;
    const changed = own.clone();
    changed.set(intentsKey, intents);
    replace(page.ref, changed);
  }
}

/** The output intents of the document in PDF syntax; null without any. */
export function intentsText(output: OutputGraph, graphs: readonly SourceGraph[], { owner }: IntentPlan): string | null {
  const graph = graphs.find(({ document }) => document === owner?.document);
  const intents = owner?.document.catalog.get(intentsKey);
  return graph === undefined || intents === undefined ? null : output.text(graph, intents);
}
