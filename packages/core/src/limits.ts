/**
 * Bounds on what is accepted and processed. The host can set each of them, and can narrow or widen it for each key. Null, if
 * allowed, means no bound.
 */
export interface Limits {
  /**
   * Bytes of a file.
   * @beyond 413 `FILE_TOO_LARGE`, while the upload streams
   */
  readonly maxFileBytes: number;
  /**
   * Files of a request.
   * @beyond 400 `INVALID_REQUEST`
   */
  readonly maxFiles: number;
  /**
   * Bytes of all files of a request together.
   * @beyond 413 `FILE_TOO_LARGE`
   */
  readonly maxRequestBytes: number;
  /**
   * Pages of a document, or of the selection that is converted.
   * @beyond `PROCESSING_FAILED`, `page_limit`
   */
  readonly maxPages: number;
  /**
   * Pixels of a rendered page or of a decoded image. An image inside a PDF may have eight times as many if each is one
   * bit, and an image whose data is passed on (merge, split, compress, a JPEG that becomes a page) four times as many.
   * Drawing one page may take as much work as scaling an image of eight times as many pixels, and drawing all as much, and
   * 1 000 pixels more for each byte of the file. Pages that become images may have eight times as many together at 150 dpi,
   * and 10 000 more for each byte. A page that is recognised may have a letter for each 5 000 of these
   * pixels, and one more for each four bytes of the file.
   * @beyond `PROCESSING_FAILED`, `pixel_limit`, with the highest dpi that fits; to Word and Excel, the text of the
   * page with the warning `PAGE_NOT_DRAWN`
   */
  readonly maxPagePixels: number;
  /**
   * Bytes that the compressed streams of a file inflate to during inspection. Objects may inflate to no
   * more than 16 MB and 50 bytes for each byte of the file, page content to no more than 4 MB and 50.
   * @beyond `PROCESSING_FAILED`, `damaged_file`
   */
  readonly maxInflatedBytes: number;
  /**
   * Indirect objects in a PDF.
   * @beyond `PROCESSING_FAILED`, `damaged_file`
   */
  readonly maxObjects: number;
  /**
   * Nesting of arrays and dictionaries in a PDF.
   * @beyond `PROCESSING_FAILED`, `damaged_file`
   */
  readonly maxNesting: number;
  /**
   * Files that a job produces. Each is an entry of every answer about the job.
   * @beyond `PROCESSING_FAILED`, `output_limit`
   */
  readonly maxOutputs: number;
  /**
   * Bytes of all files that a job produces.
   * @beyond `PROCESSING_FAILED`, `output_limit`
   */
  readonly maxOutputBytes: number;
  /**
   * How often a `pages` option that makes a file of each item may name the same page.
   * @beyond `PROCESSING_FAILED`, `output_limit`
   */
  readonly maxPageRepeats: number;
  /**
   * Waiting jobs of an owner. Jobs without an owner are those of the host: this limit and the next do not concern
   * them.
   * @unset unlimited
   * @beyond 503 `SERVICE_UNAVAILABLE`, `queue_full`
   */
  readonly maxQueuedPerOwner: number | null;
  /**
   * Running jobs of an owner.
   * @unset unlimited
   * @beyond its other jobs wait; those of other owners overtake them
   */
  readonly maxRunningPerOwner: number | null;
  /**
   * Run time of a job in milliseconds, in addition to what its size grants.
   * @unset that of the operation: 120 s; Word and Excel 300 s; recognition 600 s
   * @beyond `PROCESSING_FAILED`, `timeout`
   */
  readonly maxRunMs: number | null;
  /**
   * Run time in milliseconds granted for each megabyte of input.
   * @unset that of the operation: 10 s; Word and Excel 60 s; recognition 120 s
   * @beyond `PROCESSING_FAILED`, `timeout`
   */
  readonly maxRunMsPerMegabyte: number | null;
  /**
   * Memory of a worker process, never above that of its executor.
   * @unset that of the operation, 2 GB or less
   * @beyond `PROCESSING_FAILED`, `out_of_memory`
   */
  readonly maxMemoryBytes: number | null;
}

const megabyte = 1024 * 1024;

/** The limits that apply unless the host or the key sets others. Sizes are in bytes. */
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
 * Bounds on the structure of a PDF or an image, which no host can set. Without them, a file of a few kilobytes could take
 * minutes. A file that exceeds one of them fails with `structure_limit`.
 */
export const structureLimits = {
  /** Steps from object to object, of everything that is read from one file, and 20 more for each byte of the file. */
  maxWalkSteps: 30_000_000,
  /** Entries of the cross-references of all revisions: those of a stream may take no bytes. */
  maxCrossReferenceEntries: 20_000_000,
  /** Bytes from which objects are read besides twice those of the file and of its object streams: cross-references may lead again and again into the same bytes. */
  maxSharedObjectBytes: 4_000_000,
  /** Tags of the metadata, and one more for five bytes of the file: PDFium makes a tree of them, which takes 10 s for a million. */
  maxMetadataTags: 300_000,
  /** Form fields, each counted once for every path that leads to it. */
  maxFieldVisits: 1_000_000,
  /** Pairs of sibling fields: PDFium looks up the name of a field among all earlier ones; 10 000 siblings take 3 s. */
  maxFieldPairs: 100_000_000,
  /** Fields of one name: PDFium compares each with all others; 4 000 take 5 s, 20 000 two minutes. */
  maxFieldsOfOneName: 5_000,
  /** Options of the choice fields, those that fields share counted for each: PDFium takes 6 s for as many. */
  maxFieldOptions: 200_000,
  /** Pairs of an option and a chosen value of a choice field, for all fields together: PDFium compares them; 20 000 000 take 8 s. */
  maxChoicePairs: 5_000_000,
  /** Characters of the values of form fields, or cells of their combs, for each widget that shows them, and one more for each byte of the file: to Word takes 4 s for 100 000 in one field, 11 s for 200 000. */
  maxFieldCharacters: 150_000,
  /** Levels of nested forms: pdf.js copies the state of all outer levels at each one, which takes a minute for 5 000. */
  maxNestedForms: 500,
  /** Drawings that one form may expand to: pdf.js takes 10 s for as many. */
  maxFormDrawings: 50_000,
  /** Saved graphics states above 64, counted at each operator of a page: pdf.js takes 5 s for as many, minutes for more. */
  maxStateLookups: 100_000_000,
  /** Annotations of all pages, those that pages share counted for each, and one more for 10 bytes of the file: pdf.js takes 3 s for as many. */
  maxAnnotations: 100_000,
  /** Bytes of the text of each page, counted for each link and highlight on it, and 250 more for each byte of the file: pdf.js compares all of them, which takes 4 s for as many. */
  maxMarkedText: 10_000_000,
  /** Bytes of text above 30 000 on each page (3 000 of content or forms of an earlier one), those of forms and appearances as often as they are drawn, and sixteen for each text that is placed by itself, four for one that goes on in its line; two more are allowed for each byte of the file: to Word takes 9 s for as many. */
  maxPageText: 300_000,
  /** Pixels of the images of a file, those of two colours an eighth, inline ones as often as they are drawn, and 2 000 more for each byte of the file: pdf.js makes an image of each even if its data are missing, which takes 4 s for as many. */
  maxImagePixels: 100_000_000,
  /** Pixels of the masks that images share, for each image after the first, and 200 more for each byte of the file: pdf.js and PDFium scale each image to its mask, which takes 1 s for as many. */
  maxSharedMaskPixels: 40_000_000,
  /** Streams of the contents of all pages, those that pages share counted for each, and one more for 50 bytes of the file: real pages have up to thirty. */
  maxContentStreams: 100_000,
  /** Operators of the appearances of a page's annotations, each read for all that use it: pdf.js takes 4 s for as many. */
  maxAppearanceOperators: 2_000_000,
  /** Functions that a stitching function may expand to; gradients have a few hundred. */
  maxFunctions: 100_000,
  /** Samples that the tables of all functions claim; one of four inks with 17 steps of each has 83 521 for each colour. */
  maxFunctionSamples: 20_000_000,
  /** Steps of functions for all points of shadings, all pixels of images in several spot colours, fifteen for each in a calibrated space of three, those of one ink for each level, and all colours that pdf.js evaluates on the pages of a file, and 1 000 more for each byte of the file: it takes 2 to 8 s for as many, by operator. */
  maxFunctionSteps: 150_000_000,
  /** Glyph widths given by ranges in all fonts: those of a thousand fonts with 65 536 CIDs. */
  maxFontWidths: 65_536_000,
  /** Steps to draw one glyph, with subroutines and parts as often as they are used: numbers and operators of charstrings, bytes of TrueType outlines. The largest of 1 200 real fonts takes 20 000. */
  maxGlyphSteps: 100_000,
  /** The same steps for all glyphs of all fonts, one for each character and each byte of a name in their tables, a shared program for each font, and 20 more for each byte of the file: pdf.js takes each glyph of a font once. */
  maxFontSteps: 10_000_000,
  /** Bytes that the ranges of a CMap stand for, in all fonts together; a font of every character there is has 1 MB. */
  maxCMapBytes: 64_000_000,
  /** Ranges of code lengths in one CMap: pdf.js tries all of them at each code. Real ones have up to ten. */
  maxCodeSpaces: 1_000,
  /** Bytes of strings of at least 1 000 bytes, for each reference to them or to the object in which they are, and 50 more for each byte of the file: an outline of 3 000 entries with one title of a megabyte takes to Word more than 20 s. */
  maxSharedText: 30_000_000,
  /** Terms that a visibility expression of layers expands to: PDFium evaluates it for each object drawn. */
  maxVisibilityTerms: 1_000,
  /** Layers of the groups of which one may be on, those that groups share counted for each: pdf.js makes a set of each group. */
  maxRadioLayers: 1_000_000,
  /** Pixels of all pages of a TIFF, or pictures of an animation, that are not the same as others, and 2 000 more for each byte. */
  maxFilePixels: 100_000_000,
  /** Shapes that an SVG expands to, each step of a filter counted as 20, and one more for every 10 bytes: librsvg takes 2 s for as many. */
  maxSvgDrawings: 50_000,
  /** Milliseconds of processor time to draw an SVG at 96 dpi, and 20 more for each KB of the file. */
  maxSvgDrawMs: 7_000,
} as const;

/** What `details.limit` of an error may be. */
export type LimitName = keyof Limits | keyof typeof structureLimits;

/**
 * The limits that a host gives, without undefined ones. Throws a TypeError if a limit is invalid: otherwise `NaN`, which
 * results from a missing setting, would disable it.
 */
export function checkLimits(given: Partial<Limits> = {}): Partial<Limits> {
  const wanted = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of wanted) {
    if (!Object.hasOwn(defaultLimits, name)) {
      throw new TypeError(`limits.${name} is not a limit. The limits are ${Object.keys(defaultLimits).join(', ')}`);
    }
    const mayBeNull = defaultLimits[name as keyof Limits] === null;
    if ((value === null && mayBeNull) || (typeof value === 'number' && value >= 0)) continue;
    throw new TypeError(
      `limits.${name} must be a number of at least 0${mayBeNull ? ' or null' : ''}, not ${String(value)}`,
    );
  }
  return Object.fromEntries(wanted);
}
