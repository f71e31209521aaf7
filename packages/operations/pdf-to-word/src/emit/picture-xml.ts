import type { PictureInline } from '@platen/pdf-kit/flow-document';
import { anchorXml } from './anchor-xml.ts';
import type { EmitContext } from './emit-context.ts';
import { element, emu, escapeText } from './xml.ts';

/** The `w:drawing` of a picture, in the line or anchored at a place of its page. */
export function pictureXml(picture: PictureInline, context: EmitContext): string {
  const id = context.nextId();
  const extent = element('wp:extent', { cx: emu(picture.widthPt), cy: emu(picture.heightPt) });
  const properties = element('wp:docPr', { id, name: `Picture ${id}`, descr: picture.alternativeText });
  const graphic = graphicXml(picture, id, context);
  if (picture.placement.kind === 'inline') {
    return element(
      'w:drawing',
      null,
      element('wp:inline', { distT: 0, distB: 0, distL: 0, distR: 0 }, extent, properties, graphic),
    );
  }
  return element('w:drawing', null, anchorXml(picture.placement, { id, extent, properties, graphic }));
}

function graphicXml(picture: PictureInline, id: number, context: EmitContext): string {
  const uri = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
  const relationship = context.relationships.idOf('image', context.addPicture(picture));
  const size = element('a:ext', { cx: emu(picture.widthPt), cy: emu(picture.heightPt) });
  return `<a:graphic><a:graphicData uri="${uri}"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}" descr="${escapeText(
    picture.alternativeText,
  )}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/>${size}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>`;
}
