import type { TextBoxInline } from '../document/inline-types.ts';
import { anchorXml } from './anchor-xml.ts';
import type { EmitContext } from './emit-context.ts';
import { element, emu } from './xml.ts';

const directions = { level: 'horz', downwards: 'vert', upwards: 'vert270' } as const;

/** A text box behind the text of its page, with `content` as its paragraphs. */
export function textBoxXml(box: TextBoxInline, content: string, context: EmitContext): string {
  const id = context.nextId();
  const size = { cx: emu(box.widthPt), cy: emu(box.heightPt) };
  const anchor = anchorXml(
    { kind: 'anchored', xPt: box.xPt, yPt: box.yPt, wrap: 'behind' },
    {
      id,
      extent: element('wp:extent', size),
      properties: element('wp:docPr', { id, name: `Text ${id}` }),
      graphic: graphicXml(box, size, content),
    },
  );
  const choice = element('mc:Choice', { Requires: 'wps' }, element('w:drawing', null, anchor));
  return element('mc:AlternateContent', null, choice);
}

function graphicXml(box: TextBoxInline, size: { readonly cx: number; readonly cy: number }, content: string): string {
  // In sixtieths of a thousandth of a degree.
  const rotation = box.rotationDegrees === 0 ? null : Math.round(box.rotationDegrees * 60_000);
  const properties = element(
    'wps:spPr',
    null,
    element('a:xfrm', { rot: rotation }, '<a:off x="0" y="0"/>', element('a:ext', size)),
    element('a:prstGeom', { prst: 'rect' }, '<a:avLst/>'),
    '<a:noFill/>',
    '<a:ln><a:noFill/></a:ln>',
  );
  const body = { vert: directions[box.direction], wrap: 'square', lIns: 0, tIns: 0, rIns: 0, bIns: 0 };
  const shape = element(
    'wps:wsp',
    null,
    '<wps:cNvSpPr txBox="1"/>',
    properties,
    element('wps:txbx', null, element('w:txbxContent', null, content)),
    element('wps:bodyPr', body),
  );
  const uri = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';
  return element('a:graphic', null, element('a:graphicData', { uri }, shape));
}
