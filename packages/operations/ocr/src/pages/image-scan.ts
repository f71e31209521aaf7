import { readFile, stat } from 'node:fs/promises';
import { ConversionError, limitExceeded, processingFailed } from '@platen/core';
import { jpegSize } from '@platen/pdf-kit';
import { lettersAllowed, type Scan } from '@platen/pdf-kit/ocr';
import { loadSharp } from '@platen/pdf-kit/sharp';
import type { Sharp } from 'sharp';
import { imageDensity } from './image-density.ts';
import { imageSource } from './image-source.ts';

export interface ImageScanOptions {
  readonly fileName: string;
  readonly mediaType: string;
  readonly maxPagePixels: number;
}

/**
 * Shares of red, green and blue in grey, those that Leptonica reads with: green letters on white stay dark, where grey
 * as bright as the colour is seen would lose them.
 */
const greyShares: [number, number, number] = [0.3, 0.5, 0.2];
const greyOfColours: [typeof greyShares, typeof greyShares, typeof greyShares] = [greyShares, greyShares, greyShares];

/** The side of the sample of an image, and the mean grey from which what it shows is light. */
const sampleSidePx = 512;
const lightGrey = 170;

/** What an image has of what a page of a PDF may have. */
const withoutText = {
  pictures: [],
  visibleLetters: 0,
  hiddenLetters: 0,
  textBehindImage: false,
  hasDrawings: false,
  lines: [],
} as const;

/** Opens an image as a document without text: one page, or one for each page of a TIFF. */
export async function openImageScan(
  path: string,
  { fileName, mediaType, maxPagePixels }: ImageScanOptions,
): Promise<Scan> {
  const sharp = await loadSharp();
  const { data: source, failOn } = await imageSource(path, mediaType);
  const openPage = (page: number) => sharp(source, { page: page - 1, failOn, limitInputPixels: false });
  const damaged = (cause: unknown) =>
    processingFailed('damaged_file', 'The image is damaged and cannot be read', { fileName, cause });
  const checkPixels = ({ width, height }: { readonly width: number; readonly height: number }) => {
    if (width * height <= maxPagePixels) return;
    throw limitExceeded(
      'pixel_limit',
      `The image has ${width} x ${height} pixels, more than the ${maxPagePixels} allowed`,
      { limit: 'maxPagePixels', allowed: maxPagePixels, actual: width * height, fileName },
    );
  };
  const describe = async (page: number) => {
    const metadata = await openPage(page)
      .metadata()
      .catch(async (cause) => {
        // The decoder calls a JPEG damaged whose size is beyond what it knows.
        const size = jpegSize(await readFile(path));
        if (size !== null) checkPixels(size);
        throw damaged(cause);
      });
    checkPixels(metadata);
    return metadata;
  };
  const { pages = 1 } = await describe(1);
  return {
    pageCount: pages,
    maxLetters: lettersAllowed(maxPagePixels, (await stat(path)).size),
    async inspect(page) {
      const { autoOrient, ...metadata } = await describe(page);
      const dpi = imageDensity(metadata);
      return {
        widthPt: (autoOrient.width * 72) / dpi,
        heightPt: (autoOrient.height * 72) / dpi,
        imageCoverage: 1,
        imageDpi: dpi,
        ...withoutText,
      };
    },
    async raster(page, dpi) {
      const { autoOrient, ...metadata } = await describe(page);
      const factor = dpi / imageDensity(metadata);
      const [widthPx, heightPx] = [Math.round(autoOrient.width * factor), Math.round(autoOrient.height * factor)];
      const isLight = metadata.hasAlpha && (await isLightOnNothing(openPage(page)));
      const upright = openPage(page)
        .autoOrient()
        .flatten({ background: isLight ? '#000000' : '#ffffff' })
        .resize(widthPx, heightPx, { fit: 'fill' });
      const grey =
        metadata.space === 'srgb' ? upright.recomb(greyOfColours).extractChannel(0) : upright.toColourspace('b-w');
      const { data, info } = await grey
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true })
        .catch((cause) => {
          throw damaged(cause);
        });
      return {
        data: isLight ? data.map((value) => 255 - value) : data,
        widthPx: info.width,
        heightPx: info.height,
        dpi,
      };
    },
    async picture() {
      throw new ConversionError('INTERNAL_ERROR', 'An image is its own picture');
    },
    // An image that cannot be decoded has no raster either.
    hasDamagedImage: async () => false,
    hasCutImage: async () => false,
    close() {},
  };
}

/**
 * Whether what an image shows is light on transparency, as letters for a dark page are: on white they could not be seen. A
 * sample of its pixels is looked at.
 */
async function isLightOnNothing(image: Sharp): Promise<boolean> {
  const { data } = await image
    .resize({ width: sampleSidePx, height: sampleSidePx, fit: 'inside', kernel: 'nearest', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => ({ data: Buffer.alloc(0) }));
  let [shown, light] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    shown += alpha;
    light += alpha * greyShares.reduce((sum, share, channel) => sum + share * (data[at + channel] ?? 0), 0);
  }
  return shown < (255 * data.length) / 4 / 2 && light >= lightGrey * shown && shown > 0;
}
