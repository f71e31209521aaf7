import { createHash } from 'node:crypto';
import type { Boundaries } from '@platen/pdf-kit';
import {
  createTextCheck,
  type GreyRaster,
  isRecognized,
  type OcrMode,
  type PageTextRecognition,
  pagePhotographs,
  type Recognizer,
  unlessDamaged,
} from '@platen/pdf-kit/ocr';
import { type EncodedPicture, type Page, type PageModelDocument, withFormValues } from '@platen/pdf-kit/page-model';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { withoutBackdrops } from './analysis/figures/backdrops.ts';
import { withDrawnBullets } from './analysis/lists/drawn-bullets.ts';
import { withTickBoxes } from './analysis/lists/tick-boxes.ts';
import { withDropCaps } from './analysis/text/drop-caps.ts';
import { withUprightText } from './analysis/text/upright-text.ts';
import type { PageDrawer } from './page-drawer.ts';
import { readDrawnPage } from './read-drawn-page.ts';
import { withoutOutlines } from './without-outlines.ts';
import { withoutCover, withoutReadPictures } from './without-read-pictures.ts';

export interface PageReaderOptions {
  readonly document: PageModelDocument;
  readonly ocr: OcrMode;
  /** Tesseract codes. */
  readonly languages: readonly string[];
  readonly recognizer: Recognizer | null;
  /** Reads whole pages off their pictures; null when nothing can. */
  readonly pageRecognition: PageTextRecognition | null;
  readonly drawer: PageDrawer;
  readonly boundaries: Boundaries;
  warn(code: string, message: string): void;
}

/** Reads a page by its number, counted from 1: a picture of a page with the text recognised on it. */
export type PageReader = (pageNumber: number) => Promise<Page>;

/** Photographs are larger than letters: that they differ from the paper shows at half of it. */
const photographDpi = 150;

export function createPageReader({
  document,
  ocr,
  languages,
  recognizer,
  pageRecognition,
  drawer,
  boundaries,
  warn,
}: PageReaderOptions): PageReader {
  const checkText = createTextCheck({
    draw: (page, dpi) => drawGrey(page, drawer, dpi),
    recognizer: ocr === 'off' ? null : recognizer,
    languages,
    otherwise: 'became pictures',
    warn,
  });
  return async (pageNumber) => {
    const source = await readDrawnPage(pageNumber, { document, drawer, warn });
    const drawn = cleaned(source, boundaries);
    const plain = await boundaries.withinAsync(
      { what: `A drawn bullet on page ${pageNumber}`, instead: 'it becomes a picture' },
      () => withDrawnBullets(drawn, async (picture) => digestOf(await document.readPicture(picture))),
      () => drawn,
    );
    const page = ocr === 'force' ? plain : await checkText(plain);
    if (page.kind === 'scanned-with-text' && ocr !== 'force') return withoutCover(await withPhotographs(page, drawer));
    if (!isRecognized(page, ocr)) return page;
    const recognition = drawer.mayDraw(pageNumber) ? pageRecognition : null;
    const read = (await recognition?.recognize(page).catch(unlessDamaged)) ?? null;
    const isUnread = read === null || read === page;
    if (isUnread) warn('PAGE_NOT_READ', `Page ${pageNumber} is a picture; its text was not recognised`);
    return isUnread || read.lines.length === 0 ? page : withoutOutlines(withoutReadPictures(read, page));
  };
}

/** A scan with a text layer, on which the photographs are marked to stay pictures, whoever recognised its text. */
async function withPhotographs(page: Page, drawer: PageDrawer): Promise<Page> {
  const raster = await drawGrey(page, drawer, photographDpi);
  const words = page.lines.flatMap((line) => line.words.map(({ box }) => box));
  return raster === null ? page : { ...page, unreadable: [...page.unreadable, ...pagePhotographs(raster, words)] };
}

/** The corrections of a page, in order, each with what becomes of what it cannot correct. */
const corrections = [
  { correct: withUprightText, what: 'Text drawn letter by letter', instead: 'its letters stay where they are drawn' },
  { correct: withDropCaps, what: 'A drop cap', instead: 'it is a separate line' },
  { correct: withFormValues, what: 'A value of a form', instead: 'its text stays where it is drawn' },
  { correct: withTickBoxes, what: 'A check box', instead: 'it is a drawing' },
  { correct: withoutBackdrops, what: 'A backdrop', instead: 'it becomes a picture' },
] as const;

function cleaned(source: Page, boundaries: Boundaries): Page {
  return corrections.reduce<Page>(
    (page, { correct, what, instead }) =>
      boundaries.within(
        { what: `${what} on page ${page.number}`, instead },
        () => correct(page),
        () => page,
      ),
    source,
  );
}

/** Pictures with the same bytes look the same. */
function digestOf(picture: EncodedPicture | null): string {
  return picture === null ? '' : createHash('sha1').update(picture.bytes).digest('hex');
}

async function drawGrey(page: Page, drawer: PageDrawer, wantedDpi: number): Promise<GreyRaster | null> {
  const drawn = await drawer.draw(page.number, { dpi: wantedDpi, pixels: 'gray' });
  if (drawn === null) return null;
  const { rendered, dpi } = drawn;
  try {
    const { data, width, height } = rendered;
    const raw = { width, height, channels: 1 } as const;
    const sharp = await loadSharp();
    const turned = sharp(data, { raw }).rotate(page.turned).toColorspace('b-w').raw();
    const image = await turned.toBuffer({ resolveWithObject: true });
    return { data: image.data, widthPx: image.info.width, heightPx: image.info.height, dpi };
  } finally {
    rendered.release();
  }
}
