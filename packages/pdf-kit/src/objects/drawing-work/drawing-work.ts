import type { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import type { Matrix } from '../../page-model/matrix.ts';
import type { Box } from '../../page-model/types.ts';

/** The work to draw something, in pixels of an image: PDFium draws about a hundred million of them a second. */
export interface DrawingWork {
  /** The work that does not depend on the scale at which it is drawn. */
  readonly fixed: number;
  /** The work for its areas, at the scale of its own space. */
  readonly areas: number;
  /** The work for one square unit if all areas overlap there. */
  readonly depth: number;
  /** The work to read the content stream that draws it, if one does. */
  readonly reading?: ReadingWork;
}

/** The work of an interpreter such as pdf.js, which finds graphics states through those saved before them. */
export interface ReadingWork {
  readonly operators: number;
  /** The saved states that are passed, over all operators; the first of each stream are free. */
  readonly lookups: number;
  /** The steps of the functions that are evaluated for shadings and colours. */
  readonly steps: number;
  /** The colours that are set in the colour space of whatever draws the stream. */
  readonly colors: number;
  /** The bytes of the text that is shown, and some for each piece of it that is placed by itself. */
  readonly text: number;
  /** Those of them that are of forms which an earlier page or form has drawn. */
  readonly repeatedText: number;
  /** The pixels that inline images claim. */
  readonly pixels: number;
}

/** What takes no reading. */
export const noReading: ReadingWork = {
  operators: 0,
  lookups: 0,
  steps: 0,
  colors: 0,
  text: 0,
  repeatedText: 0,
  pixels: 0,
};

/**
 * The work for the areas of something whose area is scaled by `areaScale` and that is drawn within a space of so many square
 * units. The space bounds it, since boxes far larger than the page are common.
 */
export function areasWithin({ areas, depth }: DrawingWork, areaScale: number, space: number): number {
  return Math.min(areas * areaScale, depth * space);
}

/** An image or form that is drawn, in its own space. */
export interface DrawnObject {
  readonly work: DrawingWork;
  readonly box: Box;
  readonly matrix: Matrix;
  /** An image mask, painted with the fill colour or pattern. */
  readonly isStencil: boolean;
}

/** What an interpreter reads once for each stream that names it. */
export type OnceRead = 'ExtGState' | 'Pattern' | 'Shading';

/** The work to draw with the resources of a content stream. */
export interface ResourceWork {
  /** Of an XObject; null if there is none of that name. */
  ofObject(name: PDFName): DrawnObject | null;
  /** Of painting a box with a pattern, besides filling it. */
  ofPattern(name: PDFName, box: Box): DrawingWork | null;
  /** Of painting a box with a shading whose areas are scaled by `areaScale`. */
  ofShading(name: PDFName, box: Box, areaScale: number): DrawingWork | null;
  /** Of the soft mask in a graphics state parameter dictionary, which is read each time it is set; null for `None`, undefined without an entry. */
  ofMask(name: PDFName): DrawingWork | null | undefined;
  /** The steps of functions to set a colour of a space, or to read a pattern, a shading or a graphics state. */
  stepsOf(category: 'ColorSpace' | OnceRead, name: PDFName): number;
  /** Of the largest glyph of a Type 3 font, besides the areas that it fills. */
  ofGlyph(font: PDFName): number;
}

/** The work to draw a form, a pattern cell or a glyph. `inherited` are its resources if it has none of its own. */
export type ContentWork = (stream: PDFRawStream, inherited: PDFDict | null) => DrawingWork;
