import type { DocumentBuilder } from './compress-document.ts';
import { type CompressionRequest, compressOnLevel, type LevelResult } from './compress-on-level.ts';
import { compressOnLevels } from './compress-on-levels.ts';
import { likelyLevel } from './compress-task.ts';
import type { EncodedImage } from './image-encoder.ts';
import type { ImageLevel, ImageTask } from './images/image-task.ts';
import { type CompressionLevel, compressionLevels } from './levels.ts';
import { fontsOn, resultsOf } from './treatment.ts';

export interface SizeRequest extends CompressionRequest {
  readonly images: readonly ImageTask[];
  /** The most bytes that the output should have. */
  readonly maxBytes: number;
}

/** From the gentlest to the strongest. Images may be without loss in a document that is otherwise compressed on `low`. */
const steps: readonly ImageLevel[] = ['lossless', ...compressionLevels];

/** What the sum of the images may be wrong by: lengths, offsets, and what is inflated together. */
const slackBytes = 512;
/** How often images are chosen anew because the document was larger than the sum of its parts. */
const maxChoices = 2;

/**
 * Compresses no more than a size takes: on the gentlest level that reaches it, and of its images as many as possible on the
 * level before. The sizes of documents follow from those of images, and of one document that is built for each kind of
 * content. Of documents that look like the original, the first one that is small enough; else the smallest.
 */
export async function compressToSize(wanted: SizeRequest): Promise<Uint8Array | null> {
  const { maxBytes, images, original } = wanted;
  const request = { ...wanted, original: { ...original, build: rememberBuilt(original.build) } };
  const estimate = createEstimate(request);
  let step = steps.indexOf(likelyLevel(maxBytes, request.baseline.sizeBytes));
  while (step < steps.length - 1 && (await estimate(levelAt(step))) > maxBytes) step += 1;
  while (step > 0 && (await estimate(levelAt(step - 1))) <= maxBytes) step -= 1;
  for (; step < steps.length; step += 1) {
    const level = levelAt(step);
    const mixed = await compressMixed(request, step, await estimate(level));
    if (mixed !== null) return mixed;
    const whole = images.map((task) => ({ task, level }));
    const { output } = await compressWithin(request, level, whole);
    if (output !== null) return output;
  }
  return compressOnLevels({ ...request, level: 'high' });
}

function levelAt(step: number): ImageLevel {
  return steps[step] ?? 'high';
}

/** The level of what is no image. */
function documentLevel(level: ImageLevel): CompressionLevel {
  return level === 'lossless' ? 'low' : level;
}

/** Builds a document of one kind of content once where the next one would be the same. */
function rememberBuilt(build: DocumentBuilder): DocumentBuilder {
  const last = new Map<string, { readonly key: string; readonly output: Uint8Array }>();
  return async (request) => {
    const { images, fonts, level, keptPages } = request;
    const kind = fonts === 'unhinted' ? fonts : `${fonts} ${level}`;
    const key = [...images.map(({ dataPath }) => dataPath), 'kept', ...keptPages].join(' ');
    const known = last.get(kind);
    if (known?.key === key) return known.output;
    const output = await build(request);
    last.set(kind, { key, output });
    return output;
  };
}

/** Estimates the size of the document with all images on a level; each image is encoded once a level. */
function createEstimate({ original, encoder, deflate, task, images }: SizeRequest) {
  const rest = new Map<string, number>();
  return async (level: ImageLevel): Promise<number> => {
    const encoded = await encoder.encode(images.map((image) => ({ task: image, level })));
    const imageBytes = encoded.reduce((sum, image) => sum + bytesOf(image), 0);
    const fonts = fontsOn(documentLevel(level));
    const known = rest.get(fonts);
    if (known !== undefined) return known + imageBytes;
    const built = await original.build({
      images: resultsOf(encoded),
      fonts,
      level: documentLevel(level),
      keptPages: new Set(),
      limits: task.limits,
      deflate,
    });
    rest.set(fonts, built.length - imageBytes);
    return built.length;
  };
}

function bytesOf({ task, result }: EncodedImage): number {
  return result?.sizeBytes ?? task.storedBytes;
}

/**
 * Compresses on a level with as many images on the one before as `maxBytes` has room for. Null if there is no room, or pages
 * look different.
 */
async function compressMixed(request: SizeRequest, step: number, sizeBytes: number): Promise<Uint8Array | null> {
  const { images, encoder, maxBytes } = request;
  if (step === 0 || images.length === 0) return null;
  const [level, gentler] = [levelAt(step), levelAt(step - 1)];
  const strong = await encoder.encode(images.map((task) => ({ task, level })));
  const gentle = await encoder.encode(images.map((task) => ({ task, level: gentler })));
  let room = maxBytes - sizeBytes - slackBytes;
  for (let choice = 0; choice < maxChoices; choice += 1) {
    const kept = chooseGentle(strong, gentle, room);
    if (kept.size === 0) return null;
    const mixture = images.map((task) => ({ task, level: kept.has(task) ? gentler : level }));
    const { output, builtBytes } = await compressWithin(request, level, mixture);
    if (output !== null) return output;
    if (builtBytes <= maxBytes) return null;
    room -= builtBytes - maxBytes + slackBytes;
  }
  return null;
}

/** The images that stay on the gentler level: those first that show the most for the bytes. */
function chooseGentle(
  strong: readonly EncodedImage[],
  gentle: readonly EncodedImage[],
  room: number,
): ReadonlySet<ImageTask> {
  const choices = strong.flatMap((image, index) => {
    const other = gentle[index];
    return other === undefined ? [] : [{ task: image.task, cost: bytesOf(other) - bytesOf(image) }];
  });
  choices.sort((one, other) => one.cost / shownArea(one.task) - other.cost / shownArea(other.task));
  const kept = new Set<ImageTask>();
  let left = room;
  for (const { task, cost } of choices) {
    if (cost > left) continue;
    left -= Math.max(0, cost);
    kept.add(task);
  }
  return kept;
}

/** The area on which an image is seen, in square points; in pixels if it is not known. */
function shownArea({ drawnPt, width, height, pages }: ImageTask): number {
  const area = drawnPt === null ? width * height : drawnPt.width * drawnPt.height;
  return Math.max(1, area) * Math.max(1, pages.length);
}

/** Compresses on a level; an output of more than the wanted size is none. */
function compressWithin(
  request: SizeRequest,
  level: ImageLevel,
  images: readonly { readonly task: ImageTask; readonly level: ImageLevel }[],
): Promise<LevelResult> {
  const { maxBytes, baseline } = request;
  const tooManyBytes = Math.min(maxBytes + 1, baseline.sizeBytes);
  return compressOnLevel({ ...request, images, level: documentLevel(level), tooManyBytes });
}
