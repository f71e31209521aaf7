export {
  boxArea,
  boxHeight,
  boxSides,
  boxWidth,
  containsBox,
  containsMiddle,
  containsPoint,
  growBox,
  intersectBoxes,
  sharedArea,
  sharedHeight,
  sharedWidth,
  uniteBoxes,
} from './page-model/box.ts';
export { type BoxCluster, clusterBoxes } from './page-model/cluster-boxes.ts';
export {
  asMatrix,
  chainMatrices,
  identityMatrix,
  invertMatrix,
  largestScale,
  type Matrix,
  matrixScale,
  transformBox,
  transformPoint,
} from './page-model/matrix.ts';
export { createPlaceIndex, type PlaceIndex } from './page-model/place-index.ts';
export type { Box, Point } from './page-model/types.ts';
