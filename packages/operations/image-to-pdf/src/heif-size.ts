import { jp2Boxes } from './jp2-boxes.ts';

export interface HeifSize {
  readonly width: number;
  readonly height: number;
}

/** Version and flags, with which the body of a full box begins. */
const fullBoxBytes = 4;

/**
 * The largest size that the properties of a HEIF file state (ISO/IEC 23008-12, 6.5.3), which is that of the picture or of one from
 * which it is made; null where none is. Its boxes are those of JP2.
 */
export function largestHeifSize(bytes: Uint8Array): HeifSize | null {
  let largest: HeifSize | null = null;
  for (const meta of bodies(bytes, 'meta'))
    for (const properties of bodies(meta.subarray(fullBoxBytes), 'iprp'))
      for (const container of bodies(properties, 'ipco'))
        for (const size of bodies(container, 'ispe')) {
          if (size.byteLength < fullBoxBytes + 8) continue;
          const view = new DataView(size.buffer, size.byteOffset);
          const [width, height] = [view.getUint32(fullBoxBytes), view.getUint32(fullBoxBytes + 4)];
          if (largest === null || width * height > largest.width * largest.height) largest = { width, height };
        }
  return largest;
}

function bodies(bytes: Uint8Array, wanted: string): readonly Uint8Array[] {
  return [...jp2Boxes(bytes)].filter(({ type }) => type === wanted).map(({ body }) => body);
}
