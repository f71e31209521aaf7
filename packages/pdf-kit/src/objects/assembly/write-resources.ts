import { type PDFDict, type PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { type PdfPage, pageResources } from '../page-tree.ts';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { type ResourceCategory, resourceCategories, withNames } from './page-resources.ts';
import { dictText, refText } from './pdf-text.ts';

/**
 * Reduces the resources of kept pages to what these use, since pages often share resources with pages that are left out.
 * Returns a reference to the reduced resources of a page, null if nothing changes. Resource dictionaries that kept pages
 * share stay shared, with everything that any of these pages uses.
 */
export function createUsedResources(output: OutputGraph, source: SourceGraph): (page: PdfPage) => string | null {
  if (!source.pruned) return () => null;
  const used = usedByCategory(source);
  const dicts = new Map<PDFObject, string>();
  const resourceTexts = new Map<PDFDict, string | null>();

  const categoryText = ({ value, dict }: ResourceCategory): string | null => {
    const names = used.get(value) ?? null;
    const kept = names === null ? dict : withNames(dict, names);
    if (kept.keys().length === dict.keys().length) return null;
    const known = dicts.get(value);
    if (known !== undefined) return known;
    const text = output.text(source, kept);
    const written = value instanceof PDFRef ? refText(output.add(text)) : text;
    dicts.set(value, written);
    return written;
  };
  const textOf = (resources: PDFDict): string | null => {
    const changed = new Map(
      resourceCategories(resources).map((category) => [category.key, categoryText(category)] as const),
    );
    if ([...changed.values()].every((text) => text === null)) return null;
    const entries = resources.entries().map(([key, value]) => {
      return [key.toString().slice(1), changed.get(key) ?? output.text(source, value)] as const;
    });
    return refText(output.add(dictText(Object.fromEntries(entries))));
  };

  return (page) => {
    const resources = pageResources(page);
    if (resources === null) return null;
    const known = resourceTexts.get(resources);
    const text = known === undefined ? textOf(resources) : known;
    resourceTexts.set(resources, text);
    return text;
  };
}

/** The names that the kept pages use of each resource category; null for all of them. */
function usedByCategory({ pages, structure }: SourceGraph): ReadonlyMap<PDFObject, ReadonlySet<PDFName> | null> {
  const used = new Map<PDFObject, Set<PDFName> | null>();
  for (const { page } of pages) {
    const resources = pageResources(page);
    if (resources === null) continue;
    const names = structure.usedNames.ofPage(page);
    for (const { value } of resourceCategories(resources)) {
      const before = used.get(value);
      const all = names === null || before === null ? null : (before ?? new Set());
      used.set(value, all);
      for (const name of names ?? []) all?.add(name);
    }
  }
  return used;
}
