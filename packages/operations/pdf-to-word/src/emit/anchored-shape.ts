import type { AnchorEdge } from '@platen/flow-document';
import { anchorXml } from './anchor-xml.ts';
import type { EmitContext } from './emit-context.ts';
import { element, emu } from './xml.ts';

/** Where a shape is, counted from the left edge of the page. */
export interface ShapePlace {
  readonly xPt: number;
  readonly yPt: number;
  readonly yFrom?: AnchorEdge;
  readonly inFront?: boolean;
  readonly widthPt: number;
  readonly heightPt: number;
}

/** Width and height in English metric units, as attributes. */
export interface ShapeSize {
  readonly cx: number;
  readonly cy: number;
}

/**
 * A shape behind the text or in front of it, with what `contentOf` says is in its `wps:wsp`. It uses the markup of Word
 * 2010 and later, which has to be wrapped in an alternative choice; readers that do not know it show nothing.
 */
export function anchoredShapeXml(
  { xPt, yPt, yFrom = 'page', inFront = false, widthPt, heightPt }: ShapePlace,
  name: string,
  contentOf: (size: ShapeSize) => readonly string[],
  context: EmitContext,
): string {
  const id = context.nextId();
  const size = { cx: emu(widthPt), cy: emu(heightPt) };
  const uri = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';
  const shape = element('wps:wsp', null, ...contentOf(size));
  const anchor = anchorXml(
    { xPt, yPt, yFrom, wrap: inFront ? 'front' : 'behind' },
    {
      id,
      extent: element('wp:extent', { cx: size.cx, cy: size.cy }),
      properties: element('wp:docPr', { id, name: `${name} ${id}` }),
      graphic: element('a:graphic', null, element('a:graphicData', { uri }, shape)),
    },
  );
  const choice = element('mc:Choice', { Requires: 'wps' }, element('w:drawing', null, anchor));
  return element('mc:AlternateContent', null, choice);
}
