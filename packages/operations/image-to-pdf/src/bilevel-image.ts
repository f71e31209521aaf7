import { loadSharp } from '@platen/pdf-kit/sharp';
import type { CodedImage } from './image-page.ts';
import { readTiffDirectories, tiffTags } from './tiff-directory.ts';

/** Codes an 8-bit grey raster of black and white as CCITT Group 4 (ITU-T T.6), the smallest a PDF has without loss. */
export async function encodeBilevel({
  data,
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}): Promise<CodedImage> {
  const sharp = await loadSharp();
  const tiff = await sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    // The height of a tile is that of a strip too: one strip for the whole image.
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tileHeight: height })
    .toBuffer();
  const [directory] = readTiffDirectories(tiff, 1);
  const [offset] = directory?.values(tiffTags.stripOffsets) ?? [];
  const [byteLength] = directory?.values(tiffTags.stripByteCounts) ?? [];
  if (offset === undefined || byteLength === undefined) throw new Error('The TIFF encoder wrote no strip');
  const blackIsZero = directory?.values(tiffTags.photometric)?.[0] === 1;
  return groupFourImage({ width, height, blackIsOne: blackIsZero, data: tiff.subarray(offset, offset + byteLength) });
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
  return {
    width,
    height,
    bitsPerComponent: 1,
    colorSpace: { kind: 'device', components: 1 },
    filter: 'CCITTFaxDecode',
    decodeParms: `<</K -1/Columns ${width}/Rows ${height}${blackIsOne ? '/BlackIs1 true' : ''}>>`,
    decode: null,
    colorKey: null,
    softMask: null,
    data: [data],
  };
}
