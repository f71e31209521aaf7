import { encodeBilevel, packZeros } from '@platen/pdf-kit/bilevel';
import type { CodedImage } from './image-page.ts';

/** Codes an 8-bit grey raster of black and white by the smallest of JBIG2, CCITT Group 4 and deflate. */
export async function codeBilevel(
  data: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<CodedImage> {
  const { filter, bytes } = await encodeBilevel(packZeros(data, width, height));
  if (filter === 'CCITTFaxDecode') return groupFourImage({ width, height, blackIsOne: false, data: bytes });
  return bilevelImage({ width, height, filter, decodeParms: null, data: [bytes] });
}

/**
 * Group 4 data as an image. TIFF's "black is zero" counts a run that the code calls white as 0 when decoded; a PDF
 * says the same with BlackIs1.
 */
export function groupFourImage({
  width,
  height,
  blackIsOne,
  data,
}: {
  readonly width: number;
  readonly height: number;
  readonly blackIsOne: boolean;
  readonly data: Uint8Array;
}): CodedImage {
  const decodeParms = `<</K -1/Columns ${width}/Rows ${height}${blackIsOne ? '/BlackIs1 true' : ''}>>`;
  return bilevelImage({ width, height, filter: 'CCITTFaxDecode', decodeParms, data: [data] });
}

function bilevelImage(coded: Pick<CodedImage, 'width' | 'height' | 'filter' | 'decodeParms' | 'data'>): CodedImage {
  return {
    ...coded,
    bitsPerComponent: 1,
    colorSpace: { kind: 'device', components: 1 },
    decode: null,
    colorKey: null,
    softMask: null,
  };
}
