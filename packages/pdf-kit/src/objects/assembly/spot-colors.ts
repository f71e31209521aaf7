import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { describeObjects } from '../describe-objects.ts';

const separation = PDFName.of('Separation');

/**
 * True if documents define the same colorant with different alternate colour spaces or tint transforms, which PDF/A from part
 * 2 on does not allow within one file (ISO 19005-2, 6.2.4.4).
 */
export function hasConflictingSpotColors(contexts: readonly PDFContext[]): boolean {
  const meanings = new Map<string, string>();
  return contexts.some((context) => {
    const describe = describeObjects(context);
    for (const space of separationsOf(context)) {
      const name = space.get(1)?.toString() ?? '';
      const meaning = [space.get(2), space.get(3)].map((part) => describe(part)).join(' ');
      if ((meanings.get(name) ?? meaning) !== meaning) return true;
      meanings.set(name, meaning);
    }
    return false;
  });
}

/** All `Separation` colour spaces, direct ones included. */
function separationsOf(context: PDFContext): readonly PDFArray[] {
  const found: PDFArray[] = [];
  const pending: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  // Walk: references are not followed.
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof PDFArray) {
      if (next.size() > 3 && next.lookup(0) === separation) found.push(next);
      for (const item of next.asArray()) pending.push(item);
    } else if (next instanceof PDFDict) for (const item of next.values()) pending.push(item);
    else if (next instanceof PDFStream) pending.push(next.dict);
  }
  return found;
}
