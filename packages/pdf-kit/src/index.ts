export { maxPassedPixels } from './max-passed-pixels.ts';
export {
  type PageItem,
  parsePageSelection,
  type SelectedPages,
  selectedPageNumbers,
  selectPages,
} from './page-selection.ts';
