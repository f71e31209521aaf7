import { readFileSync } from 'node:fs';
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '@platen/pdf-kit/pdf-lib';
import { layeredForm } from '../layers/layered-form.ts';
import { replaceStream } from '../structure/replace-stream.ts';
import type { ImageResult } from './image-task.ts';

/** Replaces an image of the document by its result. */
export function applyImage(context: PDFContext, result: ImageResult): void {
  const ref = PDFRef.of(result.objectNumber, result.generationNumber);
  const stream = context.lookup(ref);
  if (!(stream instanceof PDFRawStream)) return;
  const { layers } = result;
  if (layers === null) {
    storeImage(context, ref, stream.dict, result);
    return;
  }
  const background = context.nextRef();
  storeImage(context, background, stream.dict.clone(), result);
  context.assign(ref, layeredForm(context, background, layers));
}

function storeImage(context: PDFContext, ref: PDFRef, dict: PDFDict, result: ImageResult): void {
  dict.set(PDFName.of('Width'), context.obj(result.width));
  dict.set(PDFName.of('Height'), context.obj(result.height));
  if (dict.get(PDFName.of('ImageMask')) === undefined || result.bitsPerComponent !== 1) {
    dict.set(PDFName.of('BitsPerComponent'), context.obj(result.bitsPerComponent));
  }
  setColorSpace(dict, result.color);
  replaceStream(context, ref, dict, {
    bytes: readFileSync(result.dataPath),
    filter: result.filter,
    params: storageParams(context, result),
  });
}

function setColorSpace(dict: PDFDict, color: ImageResult['color']): void {
  const key = PDFName.of('ColorSpace');
  const space = dict.lookup(key);
  if (color === 'keep') return;
  // A default Decode array depends on the number of components, or on the palette.
  dict.delete(PDFName.of('Decode'));
  if (color === 'gray') dict.set(key, PDFName.of('DeviceGray'));
  else if (color === 'rgb') dict.set(key, PDFName.of('DeviceRGB'));
  else if (color === 'base') {
    if (space instanceof PDFArray) dict.set(key, space.get(1));
  } else dict.set(key, paletteSpace(dict, color));
}

function paletteSpace(
  dict: PDFDict,
  { palette, components }: { readonly palette: Uint8Array; readonly components: number },
): PDFObject {
  const before = dict.lookup(PDFName.of('ColorSpace'));
  // A new palette keeps the base of the one that the image had.
  const isIndexed = before instanceof PDFArray && /^\/I(ndexed)?$/.test(before.get(0).toString());
  const base = isIndexed ? before.get(1) : dict.get(PDFName.of('ColorSpace'));
  const { context } = dict;
  const space = PDFArray.withContext(context);
  const entries = palette.length / components;
  space.push(PDFName.of('Indexed'));
  space.push(base ?? PDFName.of('DeviceRGB'));
  space.push(context.obj(entries - 1));
  space.push(PDFHexString.of(Buffer.from(palette).toString('hex')));
  return space;
}

function storageParams(context: PDFContext, result: ImageResult): PDFObject | undefined {
  if (result.filter === 'CCITTFaxDecode') return context.obj({ K: -1, Columns: result.width, Rows: result.height });
  if (result.predictorColors === null) return undefined;
  return context.obj({ Predictor: 15, Colors: result.predictorColors, Columns: result.width });
}
