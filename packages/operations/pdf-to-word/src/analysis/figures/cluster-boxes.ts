import { growBox, sharedArea, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';

/** Boxes that lie close together. */
export interface BoxCluster {
  readonly box: Box;
  /** Indexes of its boxes. */
  readonly members: readonly number[];
}

/** Boxes this close together, in points, are of one cluster. */
const reachPt = 8;
/** More boxes than this are a map or a scan traced into paths; what is left out changes little. */
const maxBoxes = 20_000;

/** Boxes that touch when grown by the reach, joined until none do. */
export function clusterBoxes(boxes: readonly Box[]): readonly BoxCluster[] {
  let clusters: BoxCluster[] = [];
  const sorted = boxes.map((box, index) => ({ box, index })).sort((first, second) => first.box.y0 - second.box.y0);
  for (const { box, index } of sorted.slice(0, maxBoxes)) {
    const near: BoxCluster[] = [];
    const rest: BoxCluster[] = [];
    const reach = growBox(box, reachPt);
    for (const candidate of clusters)
      (sharedArea(reach, growBox(candidate.box, 0.1)) > 0 ? near : rest).push(candidate);
    rest.push({
      box: uniteBoxes([box, ...near.map((joined) => joined.box)]),
      members: [...near.flatMap(({ members }) => members), index],
    });
    clusters = rest;
  }
  return clusters;
}
