import type { Border, PictureInline } from '@platen/flow-document';
import { anchorXml } from './anchor-xml.ts';
import type { EmitContext } from './emit-context.ts';
import { pictureGroupXml } from './picture-group-xml.ts';
import { outlineXml } from './shape-xml.ts';
import { element, emu, escapeText } from './xml.ts';

const pictureUri = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
const groupUri = 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup';

/**
 * The `w:drawing` of a picture, in the line or anchored at a place of its page. Where its texts are known it is a group of
 * a drawing and text boxes, with the picture as a whole for readers that know nothing of groups.
 */
export function pictureXml(picture: PictureInline, context: EmitContext): string {
  const { layers } = picture;
  if (layers === undefined) return wholeXml(picture, context);
  const { bytes, texts } = layers;
  const drawing = (id: number) => picXml({ ...picture, bytes, mediaType: 'image/png' }, id, context);
  // The upright texts are beside it.
  if (texts.length === 0) return drawingXml(picture, pictureUri, drawing, context);
  const group = drawingXml(picture, groupUri, (id) => pictureGroupXml(picture, drawing(id), texts, context), context);
  return element(
    'mc:AlternateContent',
    null,
    element('mc:Choice', { Requires: 'wpg' }, group),
    element('mc:Fallback', null, wholeXml(picture, context)),
  );
}

function wholeXml(picture: PictureInline, context: EmitContext): string {
  return drawingXml(picture, pictureUri, (id) => picXml(picture, id, context), context);
}

function drawingXml(
  picture: PictureInline,
  uri: string,
  contentOf: (id: number) => string,
  context: EmitContext,
): string {
  const id = context.nextId();
  const size = element('wp:extent', { cx: emu(picture.widthPt), cy: emu(picture.heightPt) });
  const extent = size + (picture.outline === undefined ? '' : outsideXml(picture.outline));
  const properties = element('wp:docPr', { id, name: `Picture ${id}`, descr: picture.alternativeText });
  const graphic = element('a:graphic', null, element('a:graphicData', { uri }, contentOf(id)));
  if (picture.placement.kind === 'inline') {
    const inline = { distT: 0, distB: 0, distL: 0, distR: 0 };
    return element('w:drawing', null, element('wp:inline', inline, extent, properties, graphic));
  }
  return element('w:drawing', null, anchorXml(picture.placement, { id, extent, properties, graphic }));
}

/** What of a border is outside of its picture. */
function outsideXml({ widthPt }: Border): string {
  const outside = emu(widthPt / 2);
  return element('wp:effectExtent', { l: outside, t: outside, r: outside, b: outside });
}

/** A share in thousandths of a percent. */
function thousandths(share: number): number {
  return Math.round(share * 100_000);
}

/** The sides that are cut off (ECMA-376-1, 20.1.8.55). */
function cropXml({ crop }: PictureInline): string {
  if (crop === undefined) return '';
  const { left, top, right, bottom } = crop;
  return element('a:srcRect', {
    l: thousandths(left),
    t: thousandths(top),
    r: thousandths(right),
    b: thousandths(bottom),
  });
}

function picXml(picture: PictureInline, id: number, context: EmitContext): string {
  const relationship = context.relationships.idOf('image', context.addPicture(picture));
  const border = picture.outline === undefined ? '' : outlineXml(picture.outline);
  const fade = picture.opacity === undefined ? '' : element('a:alphaModFix', { amt: thousandths(picture.opacity) });
  const blip = element('a:blip', { 'r:embed': relationship }, fade);
  const size = element('a:ext', { cx: emu(picture.widthPt), cy: emu(picture.heightPt) });
  return `<pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}" descr="${escapeText(
    picture.alternativeText,
  )}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>${blip}${cropXml(picture)}<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/>${size}</a:xfrm><a:prstGeom prst="${picture.round === true ? 'ellipse' : 'rect'}"><a:avLst/></a:prstGeom>${border}</pic:spPr></pic:pic>`;
}
