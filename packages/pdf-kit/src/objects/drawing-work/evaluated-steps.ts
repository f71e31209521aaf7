import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import { boxHeight, boxWidth } from '../../page-model/box.ts';
import { asMatrix, identityMatrix, transformBox } from '../../page-model/matrix.ts';
import { claimedPixels, isBilevel } from '../claimed-pixels.ts';
import { decodedBytes } from '../decoded-bytes.ts';
import { anyEntry, asDict, nameEntry, nameKey, numberEntry, numbersEntry } from '../typed-entries.ts';

/** Counts the steps of one evaluation of a function. */
export type FunctionSteps = (object: PDFObject | undefined) => number;

/** Levels of colour spaces that are followed: base, alternate and underlying ones. */
const maxSpaces = 32;

/** What pdf.js computes with powers, and how many steps that takes as long as: of the ten megapixels that are allowed, to Word takes 8 s (CalRGB) and 4 s (Lab). */
const calibrated: ReadonlySet<string | null> = new Set(['CalGray', 'CalRGB', 'Lab']);
const calibratedSteps = 15;

/** The steps of the tint transforms that turn a colour of a space into one of a device, and what a calibrated space takes. */
export function colorSteps(space: PDFObject | null | undefined, stepsOf: FunctionSteps): number {
  let steps = 0;
  let inner = space;
  for (let level = 0; level < maxSpaces && inner instanceof PDFArray; level++) {
    const family = nameKey(inner.lookup(0));
    const isTinted = family === 'Separation' || family === 'DeviceN';
    if (isTinted) steps += stepsOf(inner.lookup(3));
    if (calibrated.has(family)) return steps + calibratedSteps;
    inner = inner.lookup(isTinted ? 2 : 1);
  }
  return steps;
}

/**
 * The steps of the tint transforms for all pixels of the images of a file, but for those of palettes, of which each entry is evaluated once. Of one ink,
 * engines evaluate each level that it can have, and look up the pixels.
 */
export function imageSteps(objects: FileObjects, stepsOf: FunctionSteps): number {
  let steps = 0;
  for (const image of imagesOf(objects)) {
    const space = anyEntry(image.dict, 'ColorSpace');
    const ofColor = isPalette(space) ? 0 : colorSteps(space, stepsOf);
    if (ofColor === 0) continue;
    const pixels = claimedPixels(image);
    steps += ofColor * (hasOneInk(space) ? Math.min(pixels, levelsOf(image)) : pixels);
  }
  return steps;
}

/** The pixels that pdf.js has of the images of a file when it reads their pages: those of one bit are packed, unless they have a palette. */
export function imagePixels(objects: FileObjects): number {
  let pixels = 0;
  for (const image of imagesOf(objects)) {
    const isPacked = isBilevel(image) && !isPalette(anyEntry(image.dict, 'ColorSpace'));
    pixels += claimedPixels(image) / (isPacked ? pixelsOfPackedByte : 1);
  }
  return pixels;
}

const pixelsOfPackedByte = 8;

type FileObjects = Iterable<readonly [unknown, PDFObject]>;

function* imagesOf(objects: FileObjects): Generator<PDFRawStream> {
  for (const [, object] of objects)
    if (object instanceof PDFRawStream && nameEntry(object.dict, 'Subtype') === 'Image') yield object;
}

function hasOneInk(space: PDFObject | null): boolean {
  if (!(space instanceof PDFArray)) return false;
  const [family, inks] = [nameKey(space.lookup(0)), space.lookup(1)];
  if (family === 'DeviceN') return inks instanceof PDFArray && inks.size() === 1;
  return family === 'Separation' || family === 'CalGray';
}

/** Bits of a sample at the most; JPEG and JPEG 2000 decode to what they say themselves. */
const maxBits = 16;

function levelsOf({ dict }: PDFRawStream): number {
  return 2 ** Math.min(numberEntry(dict, 'BitsPerComponent') ?? maxBits, maxBits);
}

function isPalette(space: PDFObject | null): boolean {
  return space instanceof PDFArray && nameKey(space.lookup(0)) === 'Indexed';
}

/** Points along each side for which pdf.js evaluates the function of a function-based shading, and along a gradient. */
const [maxPointsOfSide, pointsOfGradient] = [512, 840];

/** The steps of all points at which pdf.js evaluates a shading (ISO 32000-2, 8.7.4.5) when it reads a page. `named` finds a colour space by its name. */
export function shadingSteps(
  shading: PDFObject | null | undefined,
  stepsOf: FunctionSteps,
  named: (name: PDFName) => PDFObject | undefined,
): number {
  const dict = asDict(shading);
  if (dict === null) return 0;
  const space = anyEntry(dict, 'ColorSpace');
  const ofColor = colorSteps(space instanceof PDFName ? named(space) : space, stepsOf);
  const steps = ofColor + stepsOf(anyEntry(dict, 'Function') ?? undefined);
  return steps === 0 ? 0 : steps * evaluatedPoints(dict, shading);
}

/** The steps to make a table of 256 values of a transfer function, or of one for each ink. */
export function transferSteps(transfer: PDFObject | null, stepsOf: FunctionSteps): number {
  return transfer === null ? 0 : 256 * stepsOf(transfer);
}

/** A mesh is evaluated at each vertex, which takes at least three bytes. */
function evaluatedPoints(dict: PDFDict, shading: PDFObject | null | undefined): number {
  const type = numberEntry(dict, 'ShadingType') ?? 0;
  if (type > 3) return shading instanceof PDFRawStream ? decodedBytes(shading) / 3 : 0;
  if (type !== 1) return pointsOfGradient;
  const [x0 = 0, x1 = 1, y0 = 0, y1 = 1] = numbersEntry(dict, 'Domain') ?? [];
  const bounds = transformBox(asMatrix(numbersEntry(dict, 'Matrix')) ?? identityMatrix, x0, y0, x1, y1);
  const points = (side: number) => Math.min(Math.max(1, Math.ceil(side)), maxPointsOfSide) + 1;
  return points(boxWidth(bounds)) * points(boxHeight(bounds));
}
