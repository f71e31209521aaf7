import { loadSharp } from '@platen/pdf-kit/sharp';
import type { LevelSettings } from '../levels.ts';
import { type Candidate, sizeOf } from './candidate.ts';
import { cmykImage, inverted } from './cmyk-samples.ts';
import { isGrayscale, jpegTolerance, scaleSamples, toLuma } from './convert-samples.ts';
import type { Samples } from './decode-image.ts';
import { gentlestFirst } from './gentlest-first.ts';
import { type ImageEncodings, rememberOne } from './image-encodings.ts';
import type { ImageTask } from './image-task.ts';
import { type PixelSize, targetSize } from './target-size.ts';

/** The most of the bytes of the best lossless candidate that a lossy one may have. */
export const maxLossyShare = 0.9;
/** The same for drawings (few colours) and soft masks, on which artefacts show most. */
const maxLossyShareOfDrawing = 0.6;

/** Whether samples of an image may be interpolated: the colour space allows it, and no sample value has a special meaning. */
export function mayBeLossy({ color, palette, mayRemap, hasColorKey, role }: ImageTask): boolean {
  const space = palette === null ? color : palette.base;
  return space !== 'other' && role !== 'stencil' && !hasColorKey && (mayRemap || color !== 'indexed');
}

/** JPEGs at the size and quality of the levels, as far as they are enough smaller than every lossless candidate. */
export async function lossyCandidates(
  task: ImageTask,
  samples: Samples,
  losses: readonly LevelSettings[],
  lossless: readonly Candidate[],
  isDrawing: boolean,
  encodings: ImageEncodings,
): Promise<readonly Candidate[]> {
  if (Math.max(samples.width, samples.height) > maxJpegSide) return [];
  const smallest = Math.min(task.storedBytes, ...lossless.map((candidate) => sizeOf(candidate, task)));
  const sizeOn = (settings: LevelSettings) => targetSize(task, false, settings);
  const candidates = await gentlestFirst(losses, smallest, sizeOn, (size, { jpegQuality }) =>
    rememberOne(encodings, task, `jpeg-${size.width}x${size.height}-${jpegQuality}`, () =>
      encodePicture(task, samples, size, jpegQuality),
    ),
  );
  const bound = smallest * (isDrawing ? maxLossyShareOfDrawing : maxLossyShare);
  return candidates.filter(({ bytes }) => bytes.length <= bound);
}

/** Pixels on a side of a JPEG (ITU-T T.81, B.2.2). */
const maxJpegSide = 65_535;

async function encodePicture(
  task: ImageTask,
  samples: Samples,
  target: PixelSize,
  quality: number,
): Promise<Candidate> {
  const isSameSize = target.width === samples.width && target.height === samples.height;
  const scaled = isSameSize ? samples : await scaleSamples(samples, target);
  const color = task.pagePath !== null ? 'rgb' : task.palette === null ? 'keep' : 'base';
  const mayBeGray = task.pagePath !== null || (task.color === 'deviceRgb' && task.mayRemap);
  const isGray = mayBeGray && isGrayscale(scaled, jpegTolerance);
  const bytes = await encodeJpeg(isGray ? toLuma(scaled) : scaled, quality);
  return {
    bytes,
    filter: 'DCTDecode',
    bitsPerComponent: 8,
    predictorColors: null,
    ...target,
    color: isGray ? 'gray' : color,
    isLossy: true,
  };
}

/** A progressive JPEG of one, three or four (CMYK) channels, with the optimisations of MozJPEG. */
export async function encodeJpeg(samples: Samples, quality: number): Promise<Uint8Array> {
  const { data, width, height, channels } = samples;
  const settings = {
    quality,
    progressive: true,
    trellisQuantisation: true,
    overshootDeringing: true,
    quantisationTable: 3,
  };
  if (channels === 4) return (await cmykImage({ ...samples, data: inverted(data) })).jpeg(settings).toBuffer();
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels: channels === 1 ? 1 : 3 }, limitInputPixels: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .jpeg(settings)
    .toBuffer();
}
