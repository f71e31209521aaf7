import { PDFArray, PDFDict, type PDFObject, PDFRawStream } from 'pdf-lib';
import { decodedBytes } from './decoded-bytes.ts';
import { type FoldRules, foldObjects } from './fold-objects.ts';
import { arrayEntry, numberEntry, pdfArrayEntry } from './typed-entries.ts';

/** Levels of nested functions that are followed; no program writes as many. */
export const maxFunctionDepth = 64;

/**
 * Counts the steps of one evaluation of a function, or of an array of one for each component: about one for four bytes of a
 * PostScript calculator function, one for each sample between which a table interpolates, and those of the largest
 * function that is stitched. A colour space has the steps of its tint transform.
 */
export function createFunctionSteps(lookup: FoldRules<number>['lookup']): (object: PDFObject | undefined) => number {
  return foldObjects<number>({
    lookup,
    maxDepth: maxFunctionDepth,
    cut: () => 1,
    fold(object, inner) {
      if (object instanceof PDFArray) return object.asArray().reduce((sum, part) => sum + inner(part), 0);
      const dict = object instanceof PDFRawStream ? object.dict : object;
      if (!(dict instanceof PDFDict)) return 0;
      const type = numberEntry(dict, 'FunctionType');
      if (type === 0) return 2 ** Math.min(32, (pdfArrayEntry(dict, 'Domain')?.size() ?? 2) / 2);
      if (type === 3)
        return arrayEntry(dict, 'Functions').reduce((most: number, part) => Math.max(most, inner(part)), 1);
      return type === 4 && object instanceof PDFRawStream ? decodedBytes(object) / 4 : 1;
    },
  });
}
