/** The work of each step of drawing, in pixels of an image: see `DrawingWork`. */
export const workCosts = {
  /** An operator of page content. */
  operator: 50,
  /** A pixel of an inline image, which is decoded each time. */
  inlinePixel: 3,
  /** A row of an image: pdf.js, which draws what PDFium cannot, writes 16 at a time, in 9 µs however narrow they are. */
  imageRow: 60,
  /** A square point that is filled: four pixels at 150 dpi, which are written without being read. */
  filledArea: 0.2,
  /** A square point of a transparency group, and of what is drawn through a soft mask, besides what they draw. */
  groupArea: 0.3,
  maskedArea: 0.9,
  /** A square point of a clipping path that is no rectangle. */
  clippedArea: 1,
  /** A square point of an annotation without an appearance: a highlight, which is multiplied with what is below. */
  generatedArea: 6,
  /** A square point of a shading. */
  shadedArea: 4,
  /** A square point of a shading whose function is evaluated for each pixel, per step of the function. */
  evaluatedArea: 100,
  /** One cell of a tiling pattern. */
  tile: 5,
  /** One dash of a line. */
  dash: 50,
  /** A square point of the bounding box of a triangle or a patch: PDFium draws 2 600 triangles, or 110 patches, of the size of a page a second. */
  triangleArea: 1,
  patchArea: 25,
  /** One byte of a mesh of triangles, and of patches. */
  triangleByte: 100,
  patchByte: 1_000,
  /** One step of a function that is sampled into a table of colours. */
  tabulatedStep: 256,
} as const;
