import { createHash } from 'node:crypto';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { serializeObject, serializeStreamDict } from '../serialize-object.ts';
import type { AssemblySource } from './assembly-source.ts';

const separation = PDFName.of('Separation');

/** Colour spaces nest a few levels (colorant, alternate, profile); what is deeper counts as different. */
const maxDepth = 12;

/**
 * True if sources define the same colorant with different alternate colour spaces or tint transforms, which PDF/A from part
 * 2 on does not allow within one file (ISO 19005-2, 6.2.4.4).
 */
export function hasConflictingSpotColors(sources: readonly AssemblySource[]): boolean {
  const meanings = new Map<string, string>();
  return sources.some(({ document: { context } }) => {
    const describe = createDescriber(context);
    for (const space of separationsOf(context)) {
      const name = space.get(1)?.toString() ?? '';
      const meaning = [space.get(2), space.get(3)].map((part) => describe(part, 0)).join(' ');
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
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof PDFArray) {
      if (next.size() > 3 && next.lookup(0) === separation) found.push(next);
      for (const item of next.asArray()) pending.push(item);
    } else if (next instanceof PDFDict) for (const item of next.values()) pending.push(item);
    else if (next instanceof PDFStream) pending.push(next.dict);
  }
  return found;
}

/** Digests of objects that are equal for equal objects of different files: references count by what they refer to. */
function createDescriber(context: PDFContext): (object: PDFObject | undefined, depth: number) => string {
  const known = new Map<PDFRef, string>();
  return describe;

  function describe(object: PDFObject | undefined, depth: number): string {
    if (object === undefined || depth > maxDepth) return '';
    if (object instanceof PDFRef) {
      const described = known.get(object) ?? describe(context.lookup(object), depth + 1);
      known.set(object, described);
      return described;
    }
    const inner: string[] = [];
    const numberOf = (ref: PDFRef) => inner.push(describe(ref, depth));
    const isStream = object instanceof PDFStream;
    const text = isStream ? serializeStreamDict(object, { numberOf }) : serializeObject(object, { numberOf });
    const hash = createHash('sha256').update(text).update(inner.join('\n'));
    return (isStream ? hash.update(object.getContents()) : hash).digest('base64');
  }
}
