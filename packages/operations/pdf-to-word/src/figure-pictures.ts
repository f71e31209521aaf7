import { type Page, type PageModelDocument, turnBoxBack } from '@platen/pdf-kit/page-model';
import type { PdfRenderer } from '@platen/pdf-kit/render';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { blocksIn, type PageLayout } from './analysis/page-layout.ts';
import type { FigureItem } from './analysis/types.ts';
import type { PictureInline } from './document/inline-types.ts';

/** Regions of drawings are drawn this fine, in dots per inch. */
const regionDpi = 200;

export interface PictureSources {
  readonly document: PageModelDocument;
  /** Opened only when a region has to be drawn. */
  openRenderer(): Promise<PdfRenderer | null>;
}

/** The pictures of a page's figures: raster images as they are, regions of drawings drawn. */
export async function readPictures(
  { page, bands, backgrounds }: PageLayout,
  sources: PictureSources,
): Promise<ReadonlyMap<FigureItem, PictureInline>> {
  const figures = blocksIn({ bands }).filter((block) => block.kind === 'figure');
  const pictures = new Map<FigureItem, PictureInline>();
  for (const figure of [...figures, ...backgrounds]) {
    const picture = await readFigure(figure, page, sources);
    if (picture !== null) pictures.set(figure, picture);
  }
  return pictures;
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
    const bytes = await drawRegion(figure, page, sources);
    return bytes === null ? null : { kind: 'picture', bytes, mediaType: 'image/png', ...size, placement };
  }
  const picture = page.pictures.find(({ index }) => index === pictureIndex);
  if (picture === undefined) return null;
  const encoded = await sources.document.readPicture(picture);
  if (encoded === null) return null;
  const upright = await turn(encoded, picture.rotation, picture.mirrored);
  return { kind: 'picture', ...upright, ...size, placement };
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

async function drawRegion({ box }: FigureItem, page: Page, sources: PictureSources): Promise<Uint8Array | null> {
  const renderer = await sources.openRenderer();
  if (renderer === null) return null;
  const shown = page.turned === 0 ? box : shownBox(box, page.turned, page);
  const region = { x: shown.x0, y: shown.y0, width: shown.x1 - shown.x0, height: shown.y1 - shown.y0 };
  const rendered = await renderer.renderPage(page.number, { dpi: regionDpi, region, annotations: false });
  try {
    const { width, height, channels } = rendered;
    const sharp = await loadSharp();
    const picture = sharp(rendered.data, { raw: { width, height, channels } }).rotate(page.turned);
    return await picture.png({ compressionLevel: 6 }).toBuffer();
  } finally {
    rendered.release();
  }
}

/** Where a box of a turned page is on the page as it is shown. */
function shownBox(box: FigureItem['box'], degrees: 90 | 270, { widthPt, heightPt }: Page): FigureItem['box'] {
  return turnBoxBack(box, degrees, { widthPt: heightPt, heightPt: widthPt });
}
