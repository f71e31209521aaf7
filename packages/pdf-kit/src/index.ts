export { type Boundaries, createBoundaries, noBoundaries, type Part } from './boundaries.ts';
export { type JpegFrame, type JpegSegment, jpegFrame, jpegSegments, jpegSize, startOfScan } from './jpeg-segments.ts';
export { maxPassedPixels } from './max-passed-pixels.ts';
export {
  type PageItem,
  parsePageSelection,
  type SelectedPages,
  selectedPageNumbers,
  selectPages,
} from './page-selection.ts';
