import type { CompressionLevel } from '../levels.ts';

/** A level, or no loss at all. */
export type ImageLevel = CompressionLevel | 'lossless';

/** The data of an image as stored, its general filters undone. */
export type ImageCoding =
  | { readonly kind: 'samples' }
  | { readonly kind: 'jpeg' }
  | {
      readonly kind: 'fax';
      /** As in `DecodeParms`: below 0 group 4, 0 group 3 in one dimension, above 0 in two. */
      readonly k: number;
      readonly blackIs1: boolean;
    }
  /** Nothing here decodes it but the renderer: JPEG 2000. */
  | { readonly kind: 'opaque' };

/**
 * What the colour space of an image allows: `gray` any single component, `rgb` three components that are red, green
 * and blue of some kind, `deviceRgb` those of no profile, so that equal ones are device grey, `indexed` a palette.
 * In `other` spaces samples may not be mixed.
 */
export type ImageColor = 'gray' | 'rgb' | 'deviceRgb' | 'indexed' | 'other';

/** An image of the document that may be stored smaller: plain data, for a worker that has nothing else. */
export interface ImageTask {
  readonly objectNumber: number;
  readonly generationNumber: number;
  /** The file with its data. */
  readonly dataPath: string;
  readonly coding: ImageCoding;
  readonly width: number;
  readonly height: number;
  readonly bitsPerComponent: number;
  /** Components of a stored sample: 1 for an indexed image. */
  readonly components: number;
  readonly color: ImageColor;
  /** The palette of an indexed image and the components of its base, null for any other. */
  readonly palette: { readonly bytes: Uint8Array; readonly components: number; readonly base: ImageColor } | null;
  /** A stencil, an alpha mask, or a picture. */
  readonly role: 'picture' | 'stencil' | 'alpha';
  /** False when samples mean what they do in this colour space and depth only: `Decode`, colour keys. */
  readonly mayRemap: boolean;
  /** True when some sample values stand for "nothing": they may not change at all. */
  readonly hasColorKey: boolean;
  /** A PDF whose only page is the image, where only the renderer can make red, green and blue of it; else null. */
  readonly pagePath: string | null;
  /** Bytes it takes now. */
  readonly storedBytes: number;
  /** How large it is drawn, in points; null when that is not known. */
  readonly drawnPt: { readonly width: number; readonly height: number } | null;
  /** True for an image of the pages that is drawn as it is, and may be drawn in several layers instead. */
  readonly mayLayer: boolean;
  /** The pages it is drawn on, counted from 1. */
  readonly pages: readonly number[];
}

/** How an image is to be stored from now on. */
export interface ImageResult {
  readonly objectNumber: number;
  readonly generationNumber: number;
  /** The file with the new data. */
  readonly dataPath: string;
  readonly sizeBytes: number;
  readonly width: number;
  readonly height: number;
  readonly bitsPerComponent: number;
  readonly filter: 'DCTDecode' | 'FlateDecode' | 'CCITTFaxDecode' | 'JBIG2Decode';
  /** A PNG predictor with these components, for `FlateDecode`. */
  readonly predictorColors: number | null;
  /**
   * `keep` the colour space, `gray` for DeviceGray, `rgb` for DeviceRGB, `base` for the base of the palette it had, or a palette over the
   * space it has.
   */
  readonly color: 'keep' | 'gray' | 'rgb' | 'base' | { readonly palette: Uint8Array; readonly components: number };
  /** True when pixels changed: what the self-check is for. */
  readonly isLossy: boolean;
  /** What is drawn over it; null for nothing, so that it is the whole image. */
  readonly layers: ImageLayers | null;
  /** The image as it was but small, as JPEG in the same colour space; null where it was none, or not large. */
  readonly sketch: StoredLayer | null;
}

/** Ink over paper: what its mask (JBIG2) paints, in one colour or in those of a JPEG in the colour space of the image. */
export interface ImageLayers {
  readonly mask: StoredLayer;
  readonly ink: StoredLayer | { readonly color: readonly number[] };
}

export interface StoredLayer {
  /** The file with its data. */
  readonly dataPath: string;
  readonly width: number;
  readonly height: number;
}
