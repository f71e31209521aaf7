import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { nameEntry } from '../typed-entries.ts';
import type { SourceGraph } from './graphs.ts';
import { structureMap, topElements } from './structure-tree.ts';

const kidsKey = PDFName.of('K');

/**
 * Whether the headings of a source, as far as they are kept, begin below `H1` or leave out a level on the way down, which
 * PDF/UA-1 forbids (ISO 14289-1, 7.4.2). To be called when the elements that are kept are known.
 */
export function skipsHeadingLevels(source: SourceGraph): boolean {
  const levels = headingLevels(source);
  return levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1);
}

/** The levels of the headings `H1`, `H2`, … in the order of the tree. */
function headingLevels(source: SourceGraph): readonly number[] {
  const roles = structureMap(source, 'RoleMap');
  const levels: number[] = [];
  const entered = new Set<PDFObject>();
  const pending: PDFObject[] = topElements(source).toReversed();
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const element = source.lookup(item);
    if (element === undefined || entered.has(element)) continue;
    if (item instanceof PDFRef && !source.isKept(item, element)) continue;
    if (element instanceof PDFArray) for (const kid of element.asArray().toReversed()) pending.push(kid);
    if (element instanceof PDFArray || element instanceof PDFDict) entered.add(element);
    if (!(element instanceof PDFDict)) continue;
    const type = nameEntry(element, 'S');
    const level = /^H(\d+)$/.exec((type === null || roles === null ? null : nameEntry(roles, type)) ?? type ?? '')?.[1];
    if (level !== undefined) levels.push(Number(level));
    const kids = element.get(kidsKey);
    if (kids !== undefined) pending.push(kids);
  }
  return levels;
}
