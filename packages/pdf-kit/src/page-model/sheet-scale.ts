/** The largest sheet that pages are read for. */
export interface SheetOptions {
  /**
   * How long a side of a page may be, in points. A larger page is read and drawn as if it were printed smaller, with
   * everything on it; its `widthPt` and `heightPt` are those of the smaller sheet. Default: as large as it is.
   */
  readonly largestSidePt?: number | undefined;
}

/** The share of its size, in points, that a page is reduced to; 1 if it fits. */
export function sheetScale(widthPt: number, heightPt: number, { largestSidePt }: SheetOptions): number {
  return largestSidePt === undefined ? 1 : Math.min(1, largestSidePt / Math.max(widthPt, heightPt, 1));
}
