import type { StoredContents } from '@platen/pdf-kit/objects';

/** An image as it will stand in the PDF: coded data and what a reader must know to decode it. */
export interface CodedImage {
  readonly width: number;
  readonly height: number;
  readonly bitsPerComponent: number;
  readonly colorSpace: ColorSpace;
  readonly filter: 'DCTDecode' | 'FlateDecode' | 'CCITTFaxDecode' | 'JBIG2Decode' | 'JPXDecode';
  /** The `DecodeParms` dictionary in PDF syntax; null when the filter needs none. */
  readonly decodeParms: string | null;
  /** The `Decode` array in PDF syntax; null for the usual one. */
  readonly decode: string | null;
  /** Colour-key mask: a range of values for each component that is not painted. */
  readonly colorKey: readonly number[] | null;
  /** A grey image of the opacity. */
  readonly softMask: CodedImage | null;
  readonly data: CodedData;
}

/** Coded data: in memory, or a file that goes in as it is. */
export type CodedData = readonly Uint8Array[] | StoredContents;

export type ColorSpace =
  | { readonly kind: 'device'; readonly components: 1 | 3 | 4 }
  | { readonly kind: 'icc'; readonly components: 1 | 3 | 4; readonly profile: Uint8Array }
  /** CIE L*a*b* for the white of print (D50), as TIFF and ICC have it. */
  | { readonly kind: 'lab' }
  | { readonly kind: 'indexed'; readonly base: ColorSpace; readonly palette: Uint8Array };

/** The eight values of the EXIF Orientation tag: how the stored picture is turned and mirrored for showing. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** One image that becomes one page. */
export interface ImagePage {
  readonly image: CodedImage;
  readonly orientation: Orientation;
  /** Pixels for each inch of the picture as stored, along its width and its height. */
  readonly dpiX: number;
  readonly dpiY: number;
}

/** The resolution taken for an image that names none: that of CSS pixels. */
export const defaultDpi = 96;
