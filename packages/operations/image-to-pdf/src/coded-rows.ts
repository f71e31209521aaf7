import type { CodedImage, ColorSpace } from './image-page.ts';

interface RowsShape {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly bytesPerSample: 1 | 2;
}

/** The image whose rows a `RowEncoder` has coded. */
export function codedRows(
  { width, height, channels, bytesPerSample }: RowsShape,
  colorSpace: ColorSpace,
  data: readonly Uint8Array[],
): CodedImage {
  const bitsPerComponent = bytesPerSample * 8;
  return {
    width,
    height,
    bitsPerComponent,
    colorSpace,
    filter: 'FlateDecode',
    decodeParms: `<</Predictor 15/Colors ${channels}/BitsPerComponent ${bitsPerComponent}/Columns ${width}>>`,
    decode: null,
    colorKey: null,
    softMask: null,
    data,
  };
}
