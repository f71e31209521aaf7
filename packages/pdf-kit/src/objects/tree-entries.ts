import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject } from 'pdf-lib';
import { nameKey } from './typed-entries.ts';

/** The entries of a name tree by their names (ISO 32000-1, 7.9.6); of two with one name the first counts. */
export function readNameTree(context: PDFContext, root: PDFObject | undefined): ReadonlyMap<string, PDFObject> {
  const entries = new Map<string, PDFObject>();
  for (const [key, value] of readTree(context, root, 'Names')) {
    const name = nameKey(key);
    if (name !== null && !entries.has(name)) entries.set(name, value);
  }
  return entries;
}

/** The entries of a number tree by their numbers (ISO 32000-1, 7.9.7). */
export function readNumberTree(context: PDFContext, root: PDFObject | undefined): ReadonlyMap<number, PDFObject> {
  const entries = new Map<number, PDFObject>();
  for (const [key, value] of readTree(context, root, 'Nums')) {
    if (key instanceof PDFNumber && !entries.has(key.asNumber())) entries.set(key.asNumber(), value);
  }
  return entries;
}

/** Pairs of key and value, leaf by leaf; each node is entered once. */
function* readTree(
  context: PDFContext,
  root: PDFObject | undefined,
  leafKey: 'Names' | 'Nums',
): Generator<readonly [key: PDFObject | undefined, value: PDFObject]> {
  const entered = new Set<PDFDict>();
  const pending: (PDFObject | undefined)[] = [root];
  while (pending.length > 0) {
    const node = context.lookup(pending.pop());
    if (!(node instanceof PDFDict) || entered.has(node)) continue;
    entered.add(node);
    const leaf = node.lookup(PDFName.of(leafKey));
    if (leaf instanceof PDFArray) {
      for (let index = 0; index + 1 < leaf.size(); index += 2) {
        yield [context.lookup(leaf.get(index)), leaf.get(index + 1)];
      }
    }
    const kids = node.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) for (const kid of kids.asArray().toReversed()) pending.push(kid);
  }
}
