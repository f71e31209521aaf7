import type { ShapeInline } from '../document/inline-types.ts';
import type { Border } from '../document/types.ts';
import { anchorXml } from './anchor-xml.ts';
import type { EmitContext } from './emit-context.ts';
import { element, emu, hexColor } from './xml.ts';

/**
 * A shape behind the text. It is drawn as Word 2010 and later do it, which wants to be named as a choice; readers that
 * know nothing of it show nothing.
 */
export function shapeXml(drawn: ShapeInline, context: EmitContext): string {
  const shape = uprightAsPanel(drawn);
  const id = context.nextId();
  const size = { cx: emu(shape.widthPt), cy: emu(shape.heightPt) };
  const anchor = anchorXml(
    { kind: 'anchored', xPt: shape.xPt, yPt: shape.yPt, wrap: 'behind' },
    {
      id,
      extent: element('wp:extent', size),
      properties: element('wp:docPr', { id, name: `Shape ${id}` }),
      graphic: graphicXml(shape, size),
    },
  );
  const choice = element('mc:Choice', { Requires: 'wps' }, element('w:drawing', null, anchor));
  return element('mc:AlternateContent', null, choice);
}

/** LibreOffice lays upright lines down: those are drawn as panels as wide as the line. */
function uprightAsPanel(shape: ShapeInline): ShapeInline {
  const { outline, widthPt } = shape;
  if (outline === null || outline.style !== 'single' || widthPt > 0) return shape;
  return {
    ...shape,
    xPt: shape.xPt - outline.widthPt / 2,
    widthPt: outline.widthPt,
    fill: outline.color,
    outline: null,
  };
}

function graphicXml(shape: ShapeInline, size: { readonly cx: number; readonly cy: number }): string {
  const isLine = shape.widthPt === 0 || shape.heightPt === 0;
  const properties = element(
    'wps:spPr',
    null,
    element('a:xfrm', null, '<a:off x="0" y="0"/>', element('a:ext', size)),
    element('a:prstGeom', { prst: isLine ? 'line' : 'rect' }, '<a:avLst/>'),
    isLine ? '' : fillXml(shape.fill),
    outlineXml(shape.outline),
  );
  const content = element('wps:wsp', null, isLine ? '<wps:cNvCnPr/>' : '<wps:cNvSpPr/>', properties, '<wps:bodyPr/>');
  const uri = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';
  return element('a:graphic', null, element('a:graphicData', { uri }, content));
}

function fillXml(color: string | null): string {
  return color === null ? '<a:noFill/>' : element('a:solidFill', null, element('a:srgbClr', { val: hexColor(color) }));
}

function outlineXml(border: Border | null): string {
  if (border === null) return '<a:ln><a:noFill/></a:ln>';
  const dash = border.style === 'dashed' ? '<a:prstDash val="dash"/>' : '';
  return element('a:ln', { w: emu(border.widthPt) }, fillXml(border.color), dash);
}
