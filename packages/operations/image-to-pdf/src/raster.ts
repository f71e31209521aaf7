import { type PixelSource, rowsPerBand } from './pixel-source.ts';

/** Decoded pixels: rows from the top, channels side by side, 8 or 16 bits each. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha. */
  readonly channels: 1 | 2 | 3 | 4;
  readonly data: Uint8Array | Uint16Array;
}

/** A raster in memory, band by band. */
export function rasterPixels({ width, height, channels, data }: Raster): PixelSource {
  const rowSamples = width * channels;
  const bytesPerSample = data instanceof Uint16Array ? 2 : 1;
  const bandSamples = rowSamples * rowsPerBand(rowSamples * bytesPerSample);
  return {
    width,
    height,
    channels,
    bytesPerSample,
    *bands() {
      for (let at = 0; at < rowSamples * height; at += bandSamples) {
        const band = data.subarray(at, Math.min(at + bandSamples, rowSamples * height));
        yield band instanceof Uint16Array ? highByteFirst(band) : band;
      }
    },
  };
}

/** The bytes of samples as PNG and PDF have them. */
export function highByteFirst(samples: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2);
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index] ?? 0;
    bytes[index * 2] = sample >> 8;
    bytes[index * 2 + 1] = sample;
  }
  return bytes;
}
