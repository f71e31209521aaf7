import type { PageModelDocument } from '@platen/pdf-kit/page-model';
import type { PdfRenderer } from '@platen/pdf-kit/render';
import sharp from 'sharp';
import { blocksIn, type PageLayout } from './analysis/page-layout.ts';
import type { FigureItem } from './analysis/types.ts';
import type { PictureInline } from './document/types.ts';

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
    const picture = await readFigure(figure, page.number, page.pictures, sources);
    if (picture !== null) pictures.set(figure, picture);
  }
  return pictures;
}

/** The picture of one figure of a page; null where it cannot be read. */
export async function readFigure(
  figure: FigureItem,
  pageNumber: number,
  pictures: PageLayout['page']['pictures'],
  sources: PictureSources,
): Promise<PictureInline | null> {
  const { box, pictureIndex, alternativeText, behindText } = figure;
  const size = { widthPt: box.x1 - box.x0, heightPt: box.y1 - box.y0, alternativeText };
  const placement: PictureInline['placement'] = behindText
    ? { kind: 'anchored', xPt: box.x0, yPt: box.y0, wrap: 'behind' }
    : { kind: 'inline' };
  if (pictureIndex === null) {
    const bytes = await drawRegion(figure, pageNumber, sources);
    return bytes === null ? null : { kind: 'picture', bytes, mediaType: 'image/png', ...size, placement };
  }
  const picture = pictures.find(({ index }) => index === pictureIndex);
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
  const turned = sharp(bytes).flop(mirrored);
  const output = rotation === 0 ? turned : sharp(await turned.toBuffer()).rotate(rotation);
  return { bytes: await output.png().toBuffer(), mediaType: 'image/png' };
}

async function drawRegion(
  { box }: FigureItem,
  pageNumber: number,
  sources: PictureSources,
): Promise<Uint8Array | null> {
  const renderer = await sources.openRenderer();
  if (renderer === null) return null;
  const region = { x: box.x0, y: box.y0, width: box.x1 - box.x0, height: box.y1 - box.y0 };
  const rendered = await renderer.renderPage(pageNumber, { dpi: regionDpi, region, annotations: false });
  try {
    const { width, height, channels } = rendered;
    return await sharp(rendered.data, { raw: { width, height, channels } }).png({ compressionLevel: 6 }).toBuffer();
  } finally {
    rendered.release();
  }
}
