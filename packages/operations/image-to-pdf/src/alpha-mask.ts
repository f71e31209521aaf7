import { codedRows } from './coded-rows.ts';
import type { CodedImage } from './image-page.ts';
import { createSamplePicker, pixelWords } from './pick-samples.ts';
import type { PixelSource } from './pixel-source.ts';
import { createRowEncoder, type RowEncoder } from './row-encoder.ts';

/** Codes the last channel of an image as its soft mask, band by band. */
export interface AlphaMask {
  /** Takes whole rows of pixels. */
  write(band: Uint8Array): Promise<void>;
  /** Resolves to null when everything is opaque. */
  finish(): Promise<CodedImage | null>;
  /** Lets go of what was coded. */
  abandon(): void;
}

/** A mask costs next to nothing until the first pixel that is not opaque: most screenshots have none. */
export function createAlphaMask({
  width,
  height,
  channels,
  bytesPerSample,
}: Pick<PixelSource, 'width' | 'height' | 'channels' | 'bytesPerSample'>): AlphaMask {
  const stride = channels * bytesPerSample;
  const alpha = { from: stride - bytesPerSample, count: bytesPerSample, stride };
  const pick = createSamplePicker(alpha);
  let opaqueRows = 0;
  let encoder: RowEncoder | null = null;

  const begin = async (): Promise<RowEncoder> => {
    const created = createRowEncoder({ rowBytes: width * bytesPerSample, pixelBytes: bytesPerSample, height });
    const row = Buffer.alloc(width * bytesPerSample, opaque);
    for (let index = 0; index < opaqueRows; index++) await created.write(row);
    return created;
  };

  return {
    async write(band) {
      if (encoder === null && isOpaque(band, alpha.from, stride)) {
        opaqueRows += band.byteLength / (width * stride);
        return;
      }
      encoder ??= await begin();
      await encoder.write(pick(band));
    },
    async finish() {
      if (encoder === null) return null;
      const shape = { width, height, channels: 1, bytesPerSample } as const;
      return codedRows(shape, { kind: 'device', components: 1 }, await encoder.finish());
    },
    abandon: () => encoder?.abandon(),
  };
}

const opaque = 255;

/** Whether the alpha of each pixel, all bytes from `from` to the end of its `stride`, is the highest there is. */
function isOpaque(band: Uint8Array, from: number, stride: number): boolean {
  const words = from === 3 ? pixelWords(band, stride) : null;
  if (words !== null) {
    let common = -1;
    for (let at = 0; at < words.length; at++) common &= words[at] ?? 0;
    return common >>> 24 === opaque;
  }
  for (let first = from; first < stride; first++) {
    for (let at = first; at < band.length; at += stride) if (band[at] !== opaque) return false;
  }
  return true;
}
