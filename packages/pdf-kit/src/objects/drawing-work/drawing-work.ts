import type { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import type { Matrix } from '../../page-model/matrix.ts';
import type { Box } from '../../page-model/types.ts';

/** What drawing something takes, in pixels of an image: a hundred million of them take PDFium about a second. */
export interface DrawingWork {
  /** What does not depend on the size that it is drawn at. */
  readonly fixed: number;
  /** What its areas take, in the square units of its own space. */
  readonly areas: number;
  /** What one square unit takes if all areas lie over it. */
  readonly depth: number;
}

/**
 * What the areas of something take where it is drawn so many times as large, within a space of so many square units: a box
 * far larger than the page is common.
 */
export function areasWithin({ areas, depth }: DrawingWork, areaScale: number, space: number): number {
  return Math.min(areas * areaScale, depth * space);
}

/** An image or form that is drawn, in its own space. */
export interface DrawnObject {
  readonly work: DrawingWork;
  readonly box: Box;
  readonly matrix: Matrix;
  /** Painted with the colour or pattern of areas. */
  readonly isStencil: boolean;
}

/** What drawing with the resources of a content stream takes. */
export interface ResourceWork {
  /** Null for an object that is not there. */
  ofObject(name: PDFName): DrawnObject | null;
  /** Of painting a box with a pattern, besides filling it. */
  ofPattern(name: PDFName, box: Box): DrawingWork | null;
  /** Of painting a box with a shading, whose areas are so many times as large there. */
  ofShading(name: PDFName, box: Box, areaScale: number): DrawingWork | null;
  /** Of the soft mask that a graphics state dictionary sets; null for none, undefined where it says nothing of it. */
  ofMask(name: PDFName): DrawingWork | null | undefined;
  /** Of the largest glyph of a font whose glyphs are content, besides the areas that it fills. */
  ofGlyph(font: PDFName): number;
}

/** What drawing a form, a pattern cell or a glyph takes, with resources to go by where it has none of its own. */
export type ContentWork = (stream: PDFRawStream, inherited: PDFDict | null) => DrawingWork;
