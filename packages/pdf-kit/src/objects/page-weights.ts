import { PDFDict, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';
import type { OpenedPdf } from './open-pdf.ts';
import { walkObjects } from './walk-objects.ts';

/** What the pages of a document weigh, an object that several of them use counted once. */
export interface PageWeights {
  /** The page (its place from 0) before which to stop so that the run from `first` stays within about `limitBytes`. */
  endWithin(first: number, limitBytes: number): number;
}

/** About what an object that is no stream takes in an object stream. */
const smallObjectBytes = 40;

/** Weighs the pages by the streams that can be reached from them. Pages lead to other pages only through links. */
export function pageWeights({ context, pages }: OpenedPdf): PageWeights {
  const reached = pages.map(({ dict, inherited }) => {
    const objects: (readonly [PDFRef, number])[] = [];
    const roots = [...inherited.values(), ...dict.entries().flatMap(ownRoots)];
    walkObjects(context, roots, (ref, object) => {
      if (isElsewhere(object)) return false;
      objects.push([ref, object instanceof PDFStream ? object.getContentsSize() + smallObjectBytes : smallObjectBytes]);
      return true;
    });
    return objects;
  });
  return {
    endWithin(first, limitBytes) {
      const counted = new Set<PDFRef>();
      let total = 0;
      for (let index = first; index < reached.length; index++) {
        for (const [ref, bytes] of reached[index] ?? []) {
          if (counted.has(ref)) continue;
          counted.add(ref);
          total += bytes;
        }
        if (total > limitBytes) return index;
      }
      return reached.length;
    },
  };
}

function ownRoots([key, value]: [PDFName, PDFObject]): readonly PDFObject[] {
  return key === PDFName.Parent ? [] : [value];
}

/** Pages and the tree above them are not part of a page; the structure tree leads to everything. */
function isElsewhere(object: PDFObject): boolean {
  if (!(object instanceof PDFDict)) return false;
  const type = object.get(PDFName.Type);
  return type === PDFName.Page || type === PDFName.of('Pages') || type === PDFName.of('StructElem');
}
