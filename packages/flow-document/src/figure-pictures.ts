import type { Boundaries } from '@platen/pdf-kit';
import { containsMiddle, sharedArea } from '@platen/pdf-kit/geometry';
import type { ReadPictureText } from '@platen/pdf-kit/ocr';
import { type Box, type Page, type PageModelDocument, turnBoxBack } from '@platen/pdf-kit/page-model';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { pictureFrame } from './analysis/figures/picture-frame.ts';
import { blocksIn, figuresIn, type PageLayout } from './analysis/layout/page-layout.ts';
import type { RunStyles } from './analysis/text/run-styles.ts';
import type { FigureItem, FormulaItem } from './analysis/types.ts';
import { pictureTexts } from './compose/picture-texts.ts';
import { borderOf } from './marks/page-marks.ts';
import type { PictureInline } from './model/blocks.ts';
import type { PageDrawer } from './page-drawer.ts';

/** How fine a region is drawn, in dots per inch, and whether few colours do. */
interface Drawing {
  readonly dpi: number;
  readonly palette: boolean;
  readonly text: 'all' | 'slanted' | { readonly notIn: readonly Box[] };
}

const ofDrawings: Drawing = { dpi: 200, palette: false, text: 'all' };
/** Formulas are read like text: as fine as print needs it. They are of one colour and its shades. */
const ofFormulas: Drawing = { dpi: 400, palette: true, text: 'all' };

export interface PictureSources {
  readonly document: PageModelDocument;
  readonly drawer: PageDrawer;
  readonly boundaries: Boundaries;
  warn(code: string, message: string): void;
}

/** A picture that is shown smaller than this, in points, is a mark or a logo: it is not read. */
const leastRead = { widthPt: 100, heightPt: 50 };

/**
 * The pictures of a page's figures and formulas: raster images as they are, regions of drawings drawn. Images without an
 * alternative text have what is read in them.
 */
export async function readPictures(
  { page, bands, backgrounds }: PageLayout,
  sources: PictureSources & { readonly readPictureText: ReadPictureText | null; readonly runStyles: RunStyles },
): Promise<ReadonlyMap<FigureItem | FormulaItem, PictureInline>> {
  const formulas = blocksIn({ bands }).filter((block) => block.kind === 'formula');
  const pictures = new Map<FigureItem | FormulaItem, PictureInline>();
  for (const item of [...figuresIn({ bands }), ...formulas, ...backgrounds]) {
    const picture = await sources.boundaries.withinAsync(
      { what: `A picture on page ${page.number}`, instead: 'it is left out' },
      () => (item.kind === 'formula' ? drawFormula(item, page, sources) : readLayeredFigure(item, page, sources)),
      () => null,
    );
    if (picture !== null) pictures.set(item, await withTextIn(picture, sources.readPictureText));
  }
  return pictures;
}

async function withTextIn(picture: PictureInline, read: ReadPictureText | null): Promise<PictureInline> {
  const { bytes, alternativeText, widthPt, heightPt, placement } = picture;
  const isSmall = widthPt < leastRead.widthPt || heightPt < leastRead.heightPt;
  if (read === null || alternativeText !== '' || placement.kind !== 'inline' || isSmall) return picture;
  return { ...picture, alternativeText: await read(bytes, widthPt) };
}

async function drawFormula(
  { box, alternativeText }: FormulaItem,
  page: Page,
  sources: PictureSources,
): Promise<PictureInline | null> {
  const bytes = await drawRegion(box, ofFormulas, page, sources);
  if (bytes === null) return null;
  const size = { widthPt: box.x1 - box.x0, heightPt: box.y1 - box.y0, alternativeText };
  return { kind: 'picture', bytes, mediaType: 'image/png', ...size, placement: { kind: 'inline' } };
}

/** The picture of one figure of a page with its border, or with its texts apart, where it has any. */
async function readLayeredFigure(
  figure: FigureItem,
  page: Page,
  sources: PictureSources & { readonly runStyles: RunStyles },
): Promise<PictureInline | null> {
  const found = await readFigure(figure, page, sources);
  if (found === null) return null;
  const [frame] = figure.pictureIndex === null || figure.behindText ? [] : pictureFrame(figure.box, page.rules);
  const picture = frame === undefined ? found : { ...found, outline: borderOf(frame) };
  // The texts of a page that is turned upright are not level as it is drawn.
  const texts = page.turned === 0 ? pictureTexts(figure, sources.runStyles) : null;
  if (texts === null) return picture;
  const { apart, ...layers } = texts;
  const notIn = [...apart, ...wordsReachingInto(figure.box, page)];
  const bytes = await drawRegion(figure.box, { ...ofDrawings, text: { notIn } }, page, sources);
  return bytes === null ? picture : { ...picture, layers: { bytes, ...layers } };
}

/** Words beside a figure of which a part is on it. */
function wordsReachingInto(figure: Box, { lines }: Page): readonly Box[] {
  const boxes = lines.flatMap(({ words }) => words.map(({ box }) => box));
  return boxes.filter((box) => sharedArea(box, figure) > 0 && !containsMiddle(figure, box));
}

/** The picture of one figure of a page; null where it cannot be read. */
export async function readFigure(
  figure: FigureItem,
  page: Page,
  sources: PictureSources,
): Promise<PictureInline | null> {
  const { box, pictureIndex, alternativeText, behindText } = figure;
  const size = { widthPt: box.x1 - box.x0, heightPt: box.y1 - box.y0, alternativeText };
  const placement: PictureInline['placement'] = behindText
    ? { kind: 'anchored', xPt: box.x0, yPt: box.y0, wrap: 'behind' }
    : { kind: 'inline' };
  if (pictureIndex === null) {
    // The text on a ground is text of the document.
    const bytes = await drawRegion(box, { ...ofDrawings, text: behindText ? 'slanted' : 'all' }, page, sources);
    return bytes === null ? null : { kind: 'picture', bytes, mediaType: 'image/png', ...size, placement };
  }
  const picture = page.pictures.find(({ index }) => index === pictureIndex);
  if (picture === undefined) return null;
  const encoded = await sources.document.readPicture(picture);
  if (encoded === null) {
    sources.warn('PAGE_DEGRADED', `A picture on page ${page.number} is damaged and was left out`);
    return null;
  }
  const upright = await turn(encoded, picture.rotation, picture.mirrored);
  const { opacity, crop, round } = picture;
  return {
    kind: 'picture',
    ...upright,
    ...size,
    placement,
    ...(opacity === undefined ? {} : { opacity }),
    ...(crop === undefined ? {} : { crop }),
    ...(round === undefined ? {} : { round }),
  };
}

/** The bytes as they look on the page. */
async function turn(
  { bytes, mediaType }: Pick<PictureInline, 'bytes' | 'mediaType'>,
  rotation: number,
  mirrored: boolean,
): Promise<Pick<PictureInline, 'bytes' | 'mediaType'>> {
  if (rotation === 0 && !mirrored) return { bytes, mediaType };
  const sharp = await loadSharp();
  const turned = sharp(bytes).flop(mirrored);
  const output = rotation === 0 ? turned : sharp(await turned.toBuffer()).rotate(rotation);
  return { bytes: await output.png().toBuffer(), mediaType: 'image/png' };
}

async function drawRegion(
  box: Box,
  { dpi, palette, text }: Drawing,
  page: Page,
  sources: PictureSources,
): Promise<Uint8Array | null> {
  const regionOf = (some: Box) => {
    const shown = page.turned === 0 ? some : shownBox(some, page.turned, page);
    return { x: shown.x0, y: shown.y0, width: shown.x1 - shown.x0, height: shown.y1 - shown.y0 };
  };
  const drawnText = typeof text === 'string' ? text : { notIn: text.notIn.map(regionOf) };
  const drawn = await sources.drawer.draw(page.number, { dpi, region: regionOf(box), text: drawnText });
  if (drawn === null) return null;
  const { rendered } = drawn;
  try {
    const { width, height, channels } = rendered;
    const sharp = await loadSharp();
    const picture = sharp(rendered.data, { raw: { width, height, channels } }).rotate(page.turned);
    return await picture.png({ compressionLevel: 6, palette }).toBuffer();
  } finally {
    rendered.release();
  }
}

/** Where a box of a turned page is on the page as it is shown. */
function shownBox(box: FigureItem['box'], degrees: 90 | 270, { widthPt, heightPt }: Page): FigureItem['box'] {
  return turnBoxBack(box, degrees, { widthPt: heightPt, heightPt: widthPt });
}
