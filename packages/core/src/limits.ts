/**
 * Bounds on what is accepted and processed. The host can set each, and narrow or widen it per key.
 * Null, where it is allowed, is "no bound of this kind".
 */
export interface Limits {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  /** All files of one request together. */
  readonly maxRequestBytes: number;
  readonly maxPages: number;
  /** Pixels of one rendered page or one decoded image. */
  readonly maxPagePixels: number;
  /** Bytes that the compressed streams of one file may inflate to while it is inspected. */
  readonly maxInflatedBytes: number;
  /** Indirect objects in one PDF. */
  readonly maxObjects: number;
  /** Nesting of arrays and dictionaries in one PDF. */
  readonly maxNesting: number;
  /** Files that one job may produce. Each is an entry of every answer about the job. */
  readonly maxOutputs: number;
  /** All files that one job produces together. */
  readonly maxOutputBytes: number;
  /** How often a `pages` option that makes a file of each item may name one and the same page. */
  readonly maxPageRepeats: number;
  /** Jobs of one owner that wait. Jobs of no owner are the host's own: this and the next do not bound them. */
  readonly maxQueuedPerOwner: number | null;
  /** Jobs of one owner that run at once; its further ones wait, and those of others pass by. */
  readonly maxRunningPerOwner: number | null;
  /** Run time of a job, besides what its size grants; null for what its operation says. */
  readonly maxRunMs: number | null;
  /** Run time granted for each megabyte of input; null for what its operation says. */
  readonly maxRunMsPerMegabyte: number | null;
  /** Memory of a worker, up to what its executor grants; null for what its operation says. */
  readonly maxMemoryBytes: number | null;
}

const megabyte = 1024 * 1024;

/** The limits unless host or key set others. Sizes are in bytes. */
export const defaultLimits: Limits = {
  maxFileBytes: 100 * megabyte,
  maxFiles: 20,
  maxRequestBytes: 300 * megabyte,
  maxPages: 2_000,
  maxPagePixels: 100_000_000,
  maxInflatedBytes: 1024 * megabyte,
  maxObjects: 2_000_000,
  maxNesting: 500,
  maxOutputs: 2_000,
  maxOutputBytes: 2048 * megabyte,
  maxPageRepeats: 10,
  maxQueuedPerOwner: null,
  maxRunningPerOwner: null,
  maxRunMs: null,
  maxRunMsPerMegabyte: null,
  maxMemoryBytes: null,
};

/**
 * Bounds on the structure of a PDF, which no host can set: beyond them, engines take minutes over a file of a few
 * kilobytes. A file past one of them fails with `structure_limit`.
 */
export const structureLimits = {
  /** Steps of all walks over the objects of a file, besides those that its size grants. */
  maxWalkSteps: 30_000_000,
  /** Form fields, each counted once for every path that leads to it. */
  maxFieldVisits: 1_000_000,
  /** Pairs of sibling fields: PDFium looks up the name of a field among all earlier ones; 10 000 siblings take 3 s. */
  maxFieldPairs: 100_000_000,
  /** Fields of one name: PDFium compares each with all others; 4 000 take 5 s, 20 000 two minutes. */
  maxFieldsOfOneName: 5_000,
  /** Levels of nested forms: pdf.js copies the state of all outer levels at each one, which takes a minute for 5 000. */
  maxNestedForms: 500,
  /** Drawings that one form may expand to: pdf.js takes 10 s for as many. */
  maxFormDrawings: 50_000,
  /** Saved graphics states above 64, counted at each operator of a page: pdf.js takes 5 s for as many, minutes for more. */
  maxStateLookups: 100_000_000,
  /** Functions that a stitching function may expand to; gradients have a few hundred. */
  maxFunctions: 100_000,
  /** Glyph widths given by ranges in all fonts: those of a thousand fonts with 65 536 CIDs. */
  maxFontWidths: 65_536_000,
  /** Bytes that the ranges of a CMap stand for, in all fonts together; a font of every character there is has 1 MB. */
  maxCMapBytes: 64_000_000,
  /** Terms that a visibility expression of layers expands to: PDFium evaluates it for each object drawn. */
  maxVisibilityTerms: 1_000,
} as const;

/** What `details.limit` of an error may be. */
export type LimitName = keyof Limits | keyof typeof structureLimits;

/**
 * Limits as given by a host, without undefined ones. Throws a TypeError on an invalid limit: `NaN`, the result of a
 * missing setting, would otherwise disable it.
 */
export function checkLimits(given: Partial<Limits> = {}): Partial<Limits> {
  const wanted = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of wanted) {
    if (!Object.hasOwn(defaultLimits, name)) {
      throw new TypeError(`limits.${name} is no limit; there are ${Object.keys(defaultLimits).join(', ')}`);
    }
    const mayBeNull = defaultLimits[name as keyof Limits] === null;
    if ((value === null && mayBeNull) || (typeof value === 'number' && value >= 0)) continue;
    throw new TypeError(
      `limits.${name} must be a number of at least 0${mayBeNull ? ' or null' : ''}, not ${String(value)}`,
    );
  }
  return Object.fromEntries(wanted);
}
