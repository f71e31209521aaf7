import { PDFArray, PDFDict, type PDFObject, PDFStream } from 'pdf-lib';

/** How something is computed of objects from what they contain. */
export interface FoldRules<Result> {
  /** Finds what a reference refers to, as `context` or the graph of a source does: takes a step of the budget. */
  readonly lookup: (object: PDFObject | undefined) => PDFObject | undefined;
  /** Levels of objects that are followed: the stack ends at a few thousand. */
  readonly maxDepth: number;
  /** The result for an object within itself, and for one nested too deep. */
  cut(object: PDFObject): Result;
  /** The result for an object, its reference followed; `inner` gives that of what it contains. */
  fold(object: PDFObject | undefined, inner: (child: PDFObject | undefined) => Result): Result;
}

/**
 * Computes something of an object from what it contains, and follows references. Each array, dictionary and stream is
 * computed once: a file of a few objects that share others unfolds to a tree of billions.
 */
export function foldObjects<Result>({
  lookup,
  maxDepth,
  cut,
  fold,
}: FoldRules<Result>): (object: PDFObject | undefined) => Result {
  const known = new Map<PDFObject, Result>();
  const underWay = new Set<PDFObject>();
  return inner;

  // Walk: each object once, `maxDepth` levels.
  function inner(child: PDFObject | undefined): Result {
    const object = lookup(child);
    if (!(object instanceof PDFDict || object instanceof PDFArray || object instanceof PDFStream)) {
      return fold(object, inner);
    }
    const before = known.get(object);
    if (before !== undefined) return before;
    if (underWay.has(object) || underWay.size >= maxDepth) return cut(object);
    underWay.add(object);
    const result = fold(object, inner);
    underWay.delete(object);
    known.set(object, result);
    return result;
  }
}
