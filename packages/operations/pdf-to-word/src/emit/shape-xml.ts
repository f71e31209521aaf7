import type { Border, ShapeInline } from '@platen/flow-document';
import { anchoredShapeXml, type ShapeSize } from './anchored-shape.ts';
import type { EmitContext } from './emit-context.ts';
import { element, emu, hexColor } from './xml.ts';

/** A rectangle or a straight line behind the text. */
export function shapeXml(drawn: ShapeInline, context: EmitContext): string {
  const shape = uprightAsPanel(drawn);
  const isLine = shape.widthPt === 0 || shape.heightPt === 0;
  const contentOf = ({ cx, cy }: ShapeSize) => [
    isLine ? '<wps:cNvCnPr/>' : '<wps:cNvSpPr/>',
    element(
      'wps:spPr',
      null,
      element('a:xfrm', null, '<a:off x="0" y="0"/>', element('a:ext', { cx, cy })),
      isLine ? element('a:prstGeom', { prst: 'line' }, '<a:avLst/>') : rectangleXml(shape),
      isLine ? '' : fillXml(shape.fill),
      outlineXml(shape.outline),
    ),
    '<wps:bodyPr/>',
  ];
  return anchoredShapeXml(shape, 'Shape', contentOf, context);
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

/** Word counts the radius of corners in shares of the shorter side, one being 100 000; half is the most. */
function rectangleXml({ widthPt, heightPt, radiusPt = 0 }: ShapeInline): string {
  if (radiusPt === 0) return element('a:prstGeom', { prst: 'rect' }, '<a:avLst/>');
  const share = Math.min(0.5, radiusPt / Math.min(widthPt, heightPt));
  const guide = element('a:gd', { name: 'adj', fmla: `val ${Math.round(100_000 * share)}` });
  return element('a:prstGeom', { prst: 'roundRect' }, element('a:avLst', null, guide));
}

function fillXml(color: string | null): string {
  return color === null ? '<a:noFill/>' : element('a:solidFill', null, element('a:srgbClr', { val: hexColor(color) }));
}

/** The `a:ln` of a border. */
export function outlineXml(border: Border | null): string {
  if (border === null) return '<a:ln><a:noFill/></a:ln>';
  const dash = border.style === 'dashed' ? '<a:prstDash val="dash"/>' : '';
  return element('a:ln', { w: emu(border.widthPt) }, fillXml(border.color), dash);
}
