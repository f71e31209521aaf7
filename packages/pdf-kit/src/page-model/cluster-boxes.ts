import { uniteBoxes } from './box.ts';
import type { Box } from './types.ts';

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

/** A cluster that may still grow. */
interface OpenCluster {
  box: Box;
  readonly members: number[];
  /** When it last grew. */
  step: number;
}

/** Boxes that touch when grown by the reach, joined until none do. */
export function clusterBoxes(boxes: readonly Box[]): readonly BoxCluster[] {
  const sorted = boxes.map((box, index) => ({ box, index })).sort((first, second) => first.box.y0 - second.box.y0);
  const closed: OpenCluster[] = [];
  let open: OpenCluster[] = [];
  for (const [step, { box, index }] of sorted.slice(0, maxBoxes).entries()) {
    const near: OpenCluster[] = [];
    const rest: OpenCluster[] = [];
    for (const cluster of open) {
      // All boxes still to come begin lower.
      if (cluster.box.y1 + edgePt <= box.y0 - reachPt) closed.push(cluster);
      else (isNear(box, cluster.box) ? near : rest).push(cluster);
    }
    rest.push(joined(near, { box, index, step }));
    open = rest;
  }
  return [...closed, ...open].sort((first, second) => first.step - second.step);
}

/** Boxes without height or width are near others, too. */
const edgePt = 0.1;

function isNear(box: Box, cluster: Box): boolean {
  const apartX = Math.max(box.x0 - cluster.x1, cluster.x0 - box.x1);
  const apartY = Math.max(box.y0 - cluster.y1, cluster.y0 - box.y1);
  return apartX < reachPt + edgePt && apartY < reachPt + edgePt;
}

/** One cluster of some and a box; the first of them is reused, for most boxes only add to one. */
function joined(
  [first, ...others]: readonly OpenCluster[],
  { box, index, step }: { readonly box: Box; readonly index: number; readonly step: number },
): OpenCluster {
  if (first === undefined) return { box, members: [index], step };
  first.box = uniteBoxes([box, first.box, ...others.map((other) => other.box)]);
  for (const { members } of others) for (const member of members) first.members.push(member);
  first.members.push(index);
  first.step = step;
  return first;
}
