import { type PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { type PdfPage, pageResources } from '../page-tree.ts';
import { dictEntry } from '../typed-entries.ts';

/** The entries of a resource dictionary that map names to resources (ISO 32000-2, table 34). */
const categoryNames = ['Font', 'XObject', 'ColorSpace', 'Pattern', 'Shading', 'ExtGState', 'Properties'];

/** One such entry of a resource dictionary. */
export interface ResourceCategory {
  readonly key: PDFName;
  /** The value of the entry: the dictionary, or a reference to it, which resource dictionaries may share. */
  readonly value: PDFObject;
  readonly dict: PDFDict;
}

export function resourceCategories(resources: PDFDict): readonly ResourceCategory[] {
  return categoryNames.flatMap((name) => {
    const key = PDFName.of(name);
    const [value, dict] = [resources.get(key), dictEntry(resources, name)];
    return value === undefined || dict === null ? [] : [{ key, value, dict }];
  });
}

/** The values in the resources of a page, of named resources only those in `used`; null for all of them. */
export function usedResourceValues(page: PdfPage, used: ReadonlySet<PDFName> | null): readonly PDFObject[] {
  const resources = pageResources(page);
  if (resources === null || used === null) return resources?.values() ?? [];
  const categories = resourceCategories(resources);
  const named = new Set(categories.map(({ value }) => value));
  return [
    ...resources.values().filter((value) => !named.has(value)),
    ...categories.map(({ dict }) => withNames(dict, used)),
  ];
}

/** A copy of a dictionary with only these keys. */
export function withNames(dict: PDFDict, used: ReadonlySet<PDFName>): PDFDict {
  const kept = dict.clone();
  for (const key of dict.keys()) if (!used.has(key)) kept.delete(key);
  return kept;
}
