import type { AnchorEdge, PicturePlacement } from '@platen/flow-document';
import { element, emu } from './xml.ts';

/** What an anchor holds, as XML. */
export interface AnchoredContent {
  readonly id: number;
  readonly extent: string;
  readonly properties: string;
  readonly graphic: string;
}

const wraps = {
  around: '<wp:wrapSquare wrapText="bothSides"/>',
  behind: '<wp:wrapNone/>',
  front: '<wp:wrapNone/>',
} as const;

type AnchoredPlacement = Omit<PicturePlacement & { kind: 'anchored' }, 'kind' | 'wrap'> & {
  readonly yFrom?: AnchorEdge;
  readonly wrap: keyof typeof wraps;
};

/** The `wp:anchor` of what is at a place of its page. */
export function anchorXml(placement: AnchoredPlacement, content: AnchoredContent): string {
  const { xPt, yPt, yFrom = 'page', wrap } = placement;
  return element(
    'wp:anchor',
    {
      distT: 0,
      distB: 0,
      distL: 0,
      distR: 0,
      simplePos: 0,
      relativeHeight: content.id,
      behindDoc: wrap === 'behind' ? 1 : 0,
      locked: 0,
      layoutInCell: 1,
      allowOverlap: 1,
    },
    '<wp:simplePos x="0" y="0"/>',
    offsetXml('wp:positionH', 'page', xPt),
    offsetXml('wp:positionV', yFrom, yPt),
    content.extent,
    wraps[wrap],
    content.properties,
    content.graphic,
  );
}

function offsetXml(name: 'wp:positionH' | 'wp:positionV', relativeFrom: AnchorEdge, offsetPt: number): string {
  return element(name, { relativeFrom }, `<wp:posOffset>${emu(offsetPt)}</wp:posOffset>`);
}
