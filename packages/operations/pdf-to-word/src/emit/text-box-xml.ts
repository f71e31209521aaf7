import type { TextBoxInline } from '@platen/flow-document';
import { anchoredShapeXml, type ShapeSize } from './anchored-shape.ts';
import type { EmitContext } from './emit-context.ts';
import { element } from './xml.ts';

const directions = { level: 'horz', downwards: 'vert', upwards: 'vert270' } as const;

/** A text box behind the text of its page, with `content` as its paragraphs. */
export function textBoxXml(box: TextBoxInline, content: string, context: EmitContext): string {
  // In sixtieths of a thousandth of a degree.
  const rotation = box.rotationDegrees === 0 ? null : Math.round(box.rotationDegrees * 60_000);
  const body = { vert: directions[box.direction], wrap: 'square', lIns: 0, tIns: 0, rIns: 0, bIns: 0 };
  const contentOf = ({ cx, cy }: ShapeSize) => [
    '<wps:cNvSpPr txBox="1"/>',
    element(
      'wps:spPr',
      null,
      element('a:xfrm', { rot: rotation }, '<a:off x="0" y="0"/>', element('a:ext', { cx, cy })),
      element('a:prstGeom', { prst: 'rect' }, '<a:avLst/>'),
      '<a:noFill/>',
      '<a:ln><a:noFill/></a:ln>',
    ),
    element('wps:txbx', null, element('w:txbxContent', null, content)),
    element('wps:bodyPr', body),
  ];
  return anchoredShapeXml(box, 'Text', contentOf, context);
}
