import type { CompressionLevel } from '../levels.ts';

/** A level, or no loss at all. */
export type ImageLevel = CompressionLevel | 'lossless';

/** How the data of an image is encoded, general filters undone. */
export type ImageCoding =
  | { readonly kind: 'samples' }
  | { readonly kind: 'jpeg' }
  | {
      readonly kind: 'fax';
      /** As in `DecodeParms`: below 0 Group 4, 0 one-dimensional Group 3, above 0 two-dimensional Group 3. */
      readonly k: number;
      readonly blackIs1: boolean;
    }
  /** Decoded by the renderer only: JPEG 2000. */
  | { readonly kind: 'opaque' };

/**
 * The kind of colour space of an image: `gray` any with one component, `rgb` any RGB with three, `deviceRgb` without a
 * profile, where equal components are DeviceGray, `cmyk` one of four inks, `indexed` a palette. In `other` spaces, samples may
 * not be interpolated.
 */
export type ImageColor = 'gray' | 'rgb' | 'deviceRgb' | 'cmyk' | 'indexed' | 'other';

/** An image that may be stored smaller: plain data for a worker that does not have the document. */
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
  /** A stencil (`ImageMask`), a soft mask, or a picture. */
  readonly role: 'picture' | 'stencil' | 'alpha';
  /** False if the colour space and depth may not change, because of a `Decode` array or a colour key mask. */
  readonly mayRemap: boolean;
  /** True with a colour key mask: sample values may not change at all. */
  readonly hasColorKey: boolean;
  /** A PDF whose only page is the image, if only the renderer can decode it; else null. */
  readonly pagePath: string | null;
  /** The bytes it takes now. */
  readonly storedBytes: number;
  /** The size at which it is drawn, in points; null if unknown. */
  readonly drawnPt: { readonly width: number; readonly height: number } | null;
  /** True for an image that pages draw without a mask or other additions, and that may be drawn in layers instead. */
  readonly mayLayer: boolean;
  /** The pages on which it is drawn, from 1. */
  readonly pages: readonly number[];
  /** The quality of JPEG that was asked for, 1–100; null for that of the level. */
  readonly jpegQuality: number | null;
}

/** How an image is to be stored. */
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
   * The colour space: `keep` for its own, `gray` for DeviceGray, `rgb` for DeviceRGB, `base` for the base of its palette, or a
   * new palette over its own.
   */
  readonly color: 'keep' | 'gray' | 'rgb' | 'base' | { readonly palette: Uint8Array; readonly components: number };
  /** True if pixels changed. */
  readonly isLossy: boolean;
  /** The layers over it, if it is the background layer; null if it is the whole image. */
  readonly layers: ImageLayers | null;
  /** A small copy of the original image, as JPEG in the same colour space; null if it was not a large JPEG. */
  readonly sketch: StoredLayer | null;
}

/** What is drawn over the background: a JBIG2 mask, and the foreground in one colour or as a JPEG in the colour space of the image. */
export interface ImageLayers {
  readonly mask: StoredLayer;
  readonly foreground: StoredLayer | { readonly color: readonly number[] };
}

export interface StoredLayer {
  /** The file with its data. */
  readonly dataPath: string;
  readonly width: number;
  readonly height: number;
}
