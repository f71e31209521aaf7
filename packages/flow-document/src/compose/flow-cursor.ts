/** How far a page of the source has been set, in points from its top. */
export interface FlowCursor {
  /** Where the last block of the column ended. */
  readonly y: number;
  /** Where the text of the page begins: blocks above it are in the top margin. */
  readonly pageTop: number;
  /** Where the longest column of the band has ended so far. */
  readonly bandBottom: number;
  /** How far reduced space has moved the blocks of the column up. */
  readonly raisedPt: number;
  beginPage(y: number): void;
  /** Sets where the text of a page begins, before its first band. */
  beginText(y: number): void;
  /** Begins a band, and its first column, where the one before ended. */
  beginBand(): void;
  /** Begins the next column beside the last one. */
  beginNextColumn(): void;
  /** A block ended there. */
  endBlock(bottomY: number): void;
  /** The band above ends further down than its last block. */
  extendBand(bottomY: number): void;
  moveDown(heightPt: number): void;
  raise(heightPt: number): void;
}

/** Creates a cursor that is on no page yet. */
export function createFlowCursor(): FlowCursor {
  const at = { y: 0, pageTop: 0, bandTop: 0, bandBottom: 0, raisedPt: 0 };

  function beginColumn(): void {
    at.y = at.bandTop;
    at.raisedPt = 0;
  }

  return {
    get y() {
      return at.y;
    },
    get pageTop() {
      return at.pageTop;
    },
    get bandBottom() {
      return at.bandBottom;
    },
    get raisedPt() {
      return at.raisedPt;
    },
    beginPage(y) {
      at.y = y;
      at.bandBottom = y;
    },
    beginText(y) {
      at.pageTop = y;
      at.bandBottom = y;
    },
    beginBand() {
      at.bandTop = at.bandBottom;
      beginColumn();
    },
    beginNextColumn() {
      at.bandBottom = Math.max(at.bandBottom, at.y);
      beginColumn();
    },
    endBlock(bottomY) {
      at.y = bottomY;
      at.bandBottom = Math.max(at.bandBottom, bottomY);
    },
    extendBand(bottomY) {
      at.bandBottom = bottomY;
    },
    moveDown(heightPt) {
      at.y += heightPt;
    },
    raise(heightPt) {
      at.raisedPt += heightPt;
    },
  };
}
