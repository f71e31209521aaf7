import { createArithmeticEncoder } from './arithmetic-encoder.ts';
import { type BitPlane, unpackRow } from './bit-plane.ts';
import type { Bitmap } from './bitmap.ts';
import { chooseSymbols } from './choose-symbols.ts';
import { findShapes } from './find-shapes.ts';
import { adaptivePixels, encodeGeneric, genericContexts } from './generic-region.ts';
import { pageInformation, regionInformation, segment, segmentTypes } from './segments.ts';
import { encodeSymbolDictionary } from './symbol-dictionary.ts';
import { encodeTextRegion } from './text-region.ts';

/** With fewer shapes than these a page is no text. */
const minShapes = 50;

/**
 * The ink of a page as the JBIG2 of PDF, in which it is black (ITU-T T.88; ISO 32000-2, 7.4.7), without loss: the smaller of its pixels as they are, and of its shapes.
 * Shapes share a symbol where every pixel is the same; where they are merely alike, all that differs is sent, so that no
 * glyph can take another's place.
 */
export function encodeInk(page: BitPlane): Uint8Array {
  const { width, height } = page;
  const head = segment(0, segmentTypes.pageInformation, pageInformation(width, height));
  const whole = genericSegment(1, page);
  const shapes = encodeShapes(page, whole.length);
  return Buffer.concat([head, shapes ?? whole]);
}

/** The segments of a page by its shapes; null where they take no less than `maxBytes`. */
function encodeShapes(page: BitPlane, maxBytes: number): Uint8Array | null {
  const found = findShapes(page);
  if (found === null || found.shapes.length < minShapes) return null;
  const chosen = chooseSymbols(found.shapes);
  const order = [...chosen.symbols.keys()].sort((one, other) => {
    const [first, second] = [chosen.symbols[one] as Bitmap, chosen.symbols[other] as Bitmap];
    return first.height - second.height || first.width - second.width;
  });
  const symbols = order.map((symbol) => chosen.symbols[symbol] as Bitmap);
  const rank = new Map(order.map((symbol, index) => [symbol, index]));
  const instances = chosen.instances.map((instance) => ({ ...instance, symbol: rank.get(instance.symbol) ?? 0 }));
  const region = regionInformation(page.width, page.height);
  const text = Buffer.concat([region, encodeTextRegion(symbols, instances)]);
  const segments = Buffer.concat([
    segment(1, segmentTypes.symbolDictionary, encodeSymbolDictionary(symbols)),
    segment(2, segmentTypes.losslessTextRegion, text, [1]),
    found.rest === null ? Buffer.alloc(0) : genericSegment(3, found.rest),
  ]);
  return segments.length < maxBytes ? segments : null;
}

function genericSegment(number: number, plane: BitPlane): Uint8Array {
  const { width, height } = plane;
  const encoder = createArithmeticEncoder(genericContexts);
  const readRow = (row: number, target: Uint8Array, start: number) => unpackRow(plane, row, target, start);
  encodeGeneric(encoder, { width, height, readRow }, true);
  const flags = Uint8Array.of(0b1000);
  const region = regionInformation(width, height);
  const data = Buffer.concat([region, flags, adaptivePixels, encoder.finish()]);
  return segment(number, segmentTypes.losslessGenericRegion, data);
}
