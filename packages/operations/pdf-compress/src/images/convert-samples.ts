import { loadSharp } from '@platen/pdf-kit/sharp';
import { cmykImage } from './cmyk-samples.ts';
import type { Samples } from './decode-image.ts';
import type { ImageTask } from './image-task.ts';

/** Scales samples of one, three or four (CMYK) channels. */
export async function scaleSamples(
  samples: Samples,
  target: { readonly width: number; readonly height: number },
): Promise<Samples> {
  const { data, width, height, channels } = samples;
  const to = { fit: 'fill', kernel: 'lanczos3' } as const;
  if (channels === 4) {
    const scaled = (await cmykImage(samples)).resize(target.width, target.height, to);
    return { data: await scaled.raw().toBuffer(), ...target, channels };
  }
  const sharp = await loadSharp();
  const resized = await sharp(data, {
    raw: { width, height, channels: channels === 1 ? 1 : 3 },
    limitInputPixels: false,
  })
    .resize(target.width, target.height, to)
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer();
  return { data: resized, ...target, channels };
}

/** The colours of palette indexes; null unless the base of the palette has one or three components. */
export function expandPalette({ palette }: ImageTask, values: Samples): Samples | null {
  if (palette === null || (palette.components !== 1 && palette.components !== 3)) return null;
  const { components, bytes } = palette;
  const data = new Uint8Array(values.data.length * components);
  for (let pixel = 0, at = 0; at < data.length; pixel += 1) {
    const color = (values.data[pixel] as number) * components;
    for (let part = 0; part < components; part += 1) data[at++] = bytes[color + part] ?? 0;
  }
  return { ...values, data, channels: components };
}

/** Scales values of fewer than 8 bits to bytes; null unless they have one or three channels. */
export function scaleValues(values: Samples, bits: number): Samples | null {
  if (values.channels !== 1 && values.channels !== 3) return null;
  const factor = 255 / (2 ** bits - 1);
  return { ...values, data: values.data.map((value) => value * factor) };
}

/** The difference that JPEG compression may add between equal components. */
export const jpegTolerance = 4;

/** Whether samples have three components that differ by no more than `tolerance`. */
export function isGrayscale({ data, channels }: Samples, tolerance: number): boolean {
  if (channels !== 3) return false;
  for (let at = 0; at + 2 < data.length; at += 3) {
    const r = data[at] as number;
    const g = data[at + 1] as number;
    const b = data[at + 2] as number;
    if (Math.max(r, g, b) - Math.min(r, g, b) > tolerance) return false;
  }
  return true;
}

/** The luma of three channels (ITU-R BT.601). */
export function toLuma({ data, width, height }: Samples): Samples {
  const gray = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < gray.length; pixel += 1, at += 3) {
    // Storing a byte truncates: adding a half rounds.
    gray[pixel] =
      0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number) + 0.5;
  }
  return { data: gray, width, height, channels: 1 };
}
