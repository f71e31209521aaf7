import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  anyEntry,
  booleanEntry,
  decodeData,
  nameEntry,
  numberEntry,
  numbersEntry,
  pdfArrayEntry,
  type StreamFilter,
  streamEntry,
} from '@platen/pdf-kit/objects';
import { type PDFContext, type PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef } from '@platen/pdf-kit/pdf-lib';
import type { DocumentUsage, ImagePlacement } from '../content/document-usage.ts';
import { describeColorSpace, isDeviceSpace, singleComponent, withOwnDeviceColors } from './describe-color-space.ts';
import { writeImagePage } from './image-page.ts';
import type { ImageCoding, ImageColor, ImageTask } from './image-task.ts';
import { isCmykJpeg2000 } from './is-cmyk-jpeg2000.ts';

export interface ImageListRequest {
  readonly context: PDFContext;
  readonly usage: Pick<DocumentUsage, 'images'>;
  /** The folder that the data of the images is written to. */
  readonly folder: string;
  /** False in PDF/A, where device colours have to go with the output intent, and with device colours of its own: JPEG 2000 stays as it is then. */
  readonly mayConvertColor: boolean;
  /** As `hasOwnDeviceColors` finds it. */
  readonly hasOwnDeviceColors: boolean;
  readonly maxImageBytes: number;
  /** Smaller images are left out. */
  readonly minStoredBytes?: number;
  /** The quality of JPEG that was asked for; null for that of the level. */
  readonly jpegQuality: number | null;
  /** Larger images are not decoded. */
  readonly maxPixels: number;
}

/** An image with one of these entries is not replaced by layers. */
const layerExcludingKeys = ['SMask', 'Mask', 'SMaskInData', 'OC', 'StructParent', 'StructParents', 'Alternates', 'OPI'];

/** Images of less are not worth a search. */
const defaultMinStoredBytes = 512;

/** Whether a document has images to compress: if not, its content streams need not be interpreted. */
export function hasImages(context: PDFContext): boolean {
  return context.enumerateIndirectObjects().some(([, object]) => isWorthwhile(object, defaultMinStoredBytes));
}

function isWorthwhile(object: PDFObject, minStoredBytes: number): object is PDFRawStream {
  return (
    object instanceof PDFRawStream &&
    nameEntry(object.dict, 'Subtype') === 'Image' &&
    object.getContentsSize() >= minStoredBytes
  );
}

/**
 * The images of a document that may be compressed further. Left out on purpose: JBIG2 images (nothing here is smaller), masks
 * with `Matte` and their images, and JPEG 2000 with a mask in its data.
 */
export function listImages(request: ImageListRequest): readonly ImageTask[] {
  const { context, usage, minStoredBytes = defaultMinStoredBytes } = request;
  const { masks, untouchable } = findMasks(context, usage);
  return context.enumerateIndirectObjects().flatMap(([ref, object]) => {
    if (untouchable.has(ref) || !isWorthwhile(object, minStoredBytes)) return [];
    const placement = masks.get(ref) ?? usage.images.get(ref) ?? null;
    const task = describeImage(ref, object, placement, masks.has(ref), request);
    return task === null ? [] : [task];
  });
}

interface Masks {
  /** Soft masks, and where the images they belong to are drawn. */
  readonly masks: ReadonlyMap<PDFRef, ImagePlacement | null>;
  readonly untouchable: ReadonlySet<PDFRef>;
}

/** Soft masks are drawn where the images they belong to are. */
function findMasks(context: PDFContext, usage: ImageListRequest['usage']): Masks {
  const masks = new Map<PDFRef, ImagePlacement | null>();
  const untouchable = new Set<PDFRef>();
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const maskRef = object instanceof PDFRawStream ? object.dict.get(PDFName.of('SMask')) : undefined;
    const mask = object instanceof PDFRawStream ? streamEntry(object.dict, 'SMask') : null;
    if (!(maskRef instanceof PDFRef) || mask === null) continue;
    if (anyEntry(mask.dict, 'Matte') !== null) untouchable.add(ref).add(maskRef);
    const known = masks.get(maskRef);
    const placement = usage.images.get(ref) ?? null;
    // A soft mask may also be drawn as an image itself.
    const before = known === undefined ? usage.images.get(maskRef) : known;
    masks.set(maskRef, before === undefined ? placement : largerPlacement(before, placement));
  }
  return { masks, untouchable };
}

function largerPlacement(one: ImagePlacement | null, other: ImagePlacement | null): ImagePlacement | null {
  if (one === null || other === null) return null;
  return {
    widthPt: Math.max(one.widthPt, other.widthPt),
    heightPt: Math.max(one.heightPt, other.heightPt),
    pages: new Set([...one.pages, ...other.pages]),
  };
}

function describeImage(
  ref: PDFRef,
  stream: PDFRawStream,
  placement: ImagePlacement | null,
  isAlpha: boolean,
  { folder, mayConvertColor, hasOwnDeviceColors, jpegQuality, maxImageBytes, maxPixels }: ImageListRequest,
): ImageTask | null {
  const { dict } = stream;
  const ownSpace = anyEntry(dict, 'ColorSpace');
  const decoded = decodeData(stream, { maxBytes: maxImageBytes });
  const [width, height] = [numberEntry(dict, 'Width') ?? 0, numberEntry(dict, 'Height') ?? 0];
  const coding = decoded === null ? null : codingOf(decoded.imageFilter, dict, width);
  if (decoded === null || coding === null || !(width > 0 && height > 0) || width * height > maxPixels) return null;
  const isStencil = booleanEntry(dict, 'ImageMask') === true;
  const space = isStencil || coding.kind === 'opaque' ? singleComponent : describeColorSpace(ownSpace);
  const bitsPerComponent = bitsOf(dict, coding, isStencil);
  if (space === null || ![1, 2, 4, 8, 16].includes(bitsPerComponent)) return null;
  if (coding.kind === 'fax' && space.components !== 1) return null;
  const hasColorKey = pdfArrayEntry(dict, 'Mask') !== null;
  const dataPath = join(folder, `image-${ref.objectNumber}-${ref.generationNumber}.in`);
  const needsPage =
    mayConvertColor &&
    coding.kind === 'opaque' &&
    !isStencil &&
    !isAlpha &&
    !hasColorKey &&
    mayBecomeRgb(ownSpace, decoded.bytes);
  const pagePath = needsPage ? `${dataPath}.pdf` : null;
  if (pagePath !== null) writeImagePage(stream, width, height, pagePath);
  if (coding.kind !== 'opaque') writeFileSync(dataPath, decoded.bytes);
  else if (pagePath === null) return null;
  return {
    objectNumber: ref.objectNumber,
    generationNumber: ref.generationNumber,
    dataPath,
    coding,
    width,
    height,
    bitsPerComponent,
    ...(hasOwnDeviceColors ? withOwnDeviceColors(space) : space),
    role: isStencil ? 'stencil' : isAlpha ? 'alpha' : 'picture',
    mayRemap: !hasColorKey && isDefaultDecode(dict, space.color, bitsPerComponent),
    hasColorKey,
    pagePath,
    storedBytes: stream.getContentsSize(),
    drawnPt: placement === null ? null : { width: placement.widthPt, height: placement.heightPt },
    mayLayer:
      placement !== null &&
      !isAlpha &&
      !(hasOwnDeviceColors && isDeviceSpace(ownSpace)) &&
      layerExcludingKeys.every((key) => anyEntry(dict, key) === null),
    pages: [...(placement?.pages ?? [])].map((index) => index + 1),
    jpegQuality,
  };
}

/**
 * Whether an image of JPEG 2000 may become RGB. Colours of inks may not: each viewer converts them by its own profile, and
 * PDFium, which would do it here, by none.
 */
function mayBecomeRgb(space: PDFObject | null, data: Uint8Array): boolean {
  if (space === null) return !isCmykJpeg2000(data);
  const described = describeColorSpace(space);
  const color = described?.palette?.base ?? described?.color;
  return color !== 'cmyk' && color !== 'other';
}

function bitsOf(dict: PDFDict, coding: ImageCoding, isStencil: boolean): number {
  if (isStencil || coding.kind === 'fax') return 1;
  return coding.kind === 'samples' ? (numberEntry(dict, 'BitsPerComponent') ?? 8) : 8;
}

function codingOf(filter: StreamFilter | null, dict: PDFDict, width: number): ImageCoding | null {
  if (filter === null) return { kind: 'samples' };
  const { name, params } = filter;
  if (name === 'DCTDecode')
    return params === null || anyEntry(params, 'ColorTransform') === null ? { kind: 'jpeg' } : null;
  if (name === 'JPXDecode') return (numberEntry(dict, 'SMaskInData') ?? 0) === 0 ? { kind: 'opaque' } : null;
  if (name !== 'CCITTFaxDecode') return null;
  const columns = params === null ? 1728 : (numberEntry(params, 'Columns') ?? 1728);
  // The data is wrapped in TIFF to be decoded, which has no byte-aligned rows.
  if (columns !== width || (params !== null && booleanEntry(params, 'EncodedByteAlign') === true)) return null;
  return {
    kind: 'fax',
    k: params === null ? 0 : (numberEntry(params, 'K') ?? 0),
    blackIs1: params !== null && booleanEntry(params, 'BlackIs1') === true,
  };
}

function isDefaultDecode(dict: PDFDict, color: ImageColor, bits: number): boolean {
  const decode = numbersEntry(dict, 'Decode');
  if (decode === null) return anyEntry(dict, 'Decode') === null;
  const high = color === 'indexed' ? 2 ** bits - 1 : 1;
  return decode.every((value, index) => value === (index % 2 === 0 ? 0 : high));
}
