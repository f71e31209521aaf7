import { colorOfChannels } from '../color-channels.ts';
import type { DecodedImage } from './page-content.ts';

/** So many pixels stand for all of an image. */
const maxSamples = 4096;
/** Samples of a pixel by the kind of an image of pdf.js; others have no colours of their own. */
const channelCount: ReadonlyMap<unknown, number> = new Map([
  [2, 3],
  [3, 4],
]);

/** The mean colour of an image on white paper, as `#rrggbb`; null where its pixels are not known. */
export function imageColor(image: DecodedImage | null): string | null {
  const channels = channelCount.get(image?.kind) ?? 0;
  const data = image?.data;
  if (data === undefined || channels === 0 || data.length < channels) return null;
  const pixels = Math.floor(data.length / channels);
  const step = Math.max(1, Math.floor(pixels / maxSamples));
  const sums = [0, 0, 0];
  let count = 0;
  for (let pixel = 0; pixel < pixels; pixel += step) {
    const at = pixel * channels;
    const alpha = channels === 4 ? (data[at + 3] ?? 255) / 255 : 1;
    for (const [index, sum] of sums.entries()) sums[index] = sum + 255 - alpha * (255 - (data[at + index] ?? 255));
    count += 1;
  }
  return colorOfChannels(sums.map((sum) => sum / count));
}
