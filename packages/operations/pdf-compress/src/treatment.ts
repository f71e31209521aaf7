import type { FontTreatment } from './compress-document.ts';
import type { EncodedImage, ImageEncoder } from './image-encoder.ts';
import type { ImageResult } from './images/image-task.ts';
import { type CompressionLevel, gentlerLevel } from './levels.ts';

/** How lossy an attempt to compress a document is. Pages count from 1. */
export interface Treatment {
  readonly images: readonly EncodedImage[];
  readonly fonts: FontTreatment;
  /** Pages whose content is not rewritten. */
  readonly keptPages: ReadonlySet<number>;
  /** The pages to compare with the original; undefined for all. The others are known to look the same. */
  readonly comparedPages: ReadonlySet<number> | undefined;
}

/** The images that get another encoding. */
export function imageResults({ images }: Treatment): readonly ImageResult[] {
  return resultsOf(images);
}

/** The results of images whose present encoding is not the best. */
export function resultsOf(images: readonly EncodedImage[]): readonly ImageResult[] {
  return images.flatMap(({ result }) => result ?? []);
}

/** What a level does to fonts. */
export function fontsOn(level: CompressionLevel): FontTreatment {
  return level === 'low' ? 'hinted' : 'unhinted';
}

/** The pages that show images whose pixels change. */
export function lossyPages({ images }: Treatment): ReadonlySet<number> {
  return new Set(images.flatMap(({ task, result }) => (result?.isLossy === true ? task.pages : [])));
}

/** The font treatment for another attempt after one that changed fonts. */
export function gentlerFonts(fonts: FontTreatment): FontTreatment {
  return fonts === 'unhinted' ? 'hinted' : 'untouched';
}

/** The treatment after one with which some pages look different; null if none has less loss. */
export async function withLessLoss(
  { images, fonts, ...before }: Treatment,
  different: readonly number[],
  encoder: ImageEncoder,
): Promise<Treatment | null> {
  const keptPages = new Set([...before.keptPages, ...different]);
  // Hints come back before images do: a stronger level must not end with gentler images than the one before it.
  const affected = fonts === 'unhinted' ? [] : images.filter((image) => isAffected(image, different));
  if (affected.length > 0) {
    const gentler = await encodeGentler(images, affected, encoder);
    const comparedPages = new Set([...different, ...affected.flatMap(({ task }) => task.pages)]);
    return { images: gentler, fonts, keptPages, comparedPages };
  }
  if (fonts === 'untouched') return null;
  return { images, fonts: gentlerFonts(fonts), keptPages, comparedPages: new Set(different) };
}

function isAffected({ task, result }: EncodedImage, pages: readonly number[]): boolean {
  return result?.isLossy === true && task.pages.some((page) => pages.includes(page));
}

/** The affected images on the level before theirs, the others as they are. */
async function encodeGentler(
  images: readonly EncodedImage[],
  affected: readonly EncodedImage[],
  encoder: ImageEncoder,
): Promise<readonly EncodedImage[]> {
  return encoder.encode(
    images.map((image) => {
      const { task, level } = image;
      const isSettled = level === 'lossless' || !affected.includes(image);
      return { task, level: isSettled ? level : (gentlerLevel(level) ?? 'lossless') };
    }),
  );
}
