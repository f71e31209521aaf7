import { PDFArray, type PDFContext, PDFName } from 'pdf-lib';
import { describeObjects } from '../describe-objects.ts';
import { directContainers } from '../direct-containers.ts';

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
  for (const [, object] of context.enumerateIndirectObjects()) {
    for (const container of directContainers(object)) {
      const isSpace = container instanceof PDFArray && container.size() > 3 && container.lookup(0) === separation;
      if (isSpace) found.push(container);
    }
  }
  return found;
}
