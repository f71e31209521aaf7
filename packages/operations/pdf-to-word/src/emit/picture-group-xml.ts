import type { PictureInline, PictureText } from '@platen/flow-document';
import type { EmitContext } from './emit-context.ts';
import { pictureTextStyleId } from './picture-text-style-id.ts';
import { runPropertiesXml, runXml } from './run-xml.ts';
import { element, emu, valued } from './xml.ts';

/** The `wpg:wgp` of a drawing with the texts on it, each in a text box. */
export function pictureGroupXml(
  { widthPt, heightPt }: Pick<PictureInline, 'widthPt' | 'heightPt'>,
  drawing: string,
  texts: readonly PictureText[],
  context: EmitContext,
): string {
  const size = { cx: emu(widthPt), cy: emu(heightPt) };
  return element(
    'wpg:wgp',
    null,
    '<wpg:cNvGrpSpPr/>',
    element(
      'wpg:grpSpPr',
      null,
      element(
        'a:xfrm',
        null,
        '<a:off x="0" y="0"/>',
        element('a:ext', size),
        '<a:chOff x="0" y="0"/>',
        element('a:chExt', size),
      ),
    ),
    drawing,
    ...texts.map((text) => textXml(text, context)),
  );
}

function textXml(text: PictureText, context: EmitContext): string {
  const id = context.nextId();
  const runs = text.runs.map((run) =>
    runXml(run.text, run.style.fontName, runPropertiesXml(run.style, context.styles.body)),
  );
  context.usedStyles.add(pictureTextStyleId);
  const style = valued('w:pStyle', pictureTextStyleId);
  const alignment = text.alignment === 'center' ? '' : valued('w:jc', text.alignment);
  const paragraph = element('w:p', null, element('w:pPr', null, style, alignment), ...runs);
  return element(
    'wps:wsp',
    null,
    element('wps:cNvPr', { id, name: `Text ${id}` }),
    '<wps:cNvSpPr txBox="1"/>',
    element(
      'wps:spPr',
      null,
      element(
        'a:xfrm',
        null,
        element('a:off', { x: emu(text.xPt), y: emu(text.yPt) }),
        element('a:ext', { cx: emu(text.widthPt), cy: emu(text.heightPt) }),
      ),
      element('a:prstGeom', { prst: 'rect' }, '<a:avLst/>'),
      '<a:noFill/>',
      '<a:ln><a:noFill/></a:ln>',
    ),
    element('wps:txbx', null, element('w:txbxContent', null, paragraph)),
    element('wps:bodyPr', {
      wrap: 'square',
      lIns: 0,
      tIns: 0,
      rIns: 0,
      bIns: 0,
      anchor: 'ctr',
    }),
  );
}
