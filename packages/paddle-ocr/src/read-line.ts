import { type Alphabet, decodeCtc, type ReadCharacter } from './ctc.ts';
import { type LineStrip, stripInput } from './line-strip.ts';
import type { ModelSession } from './onnx-runtime.ts';
import { recognition } from './thresholds.ts';

/** Reads a strip: its characters, with their places as shares of its width. */
export async function readLine(
  model: ModelSession,
  strip: LineStrip,
  alphabet: Alphabet,
): Promise<readonly ReadCharacter[]> {
  const widthPx = Math.max(recognition.minStripWidthPx, strip.widthPx);
  const { data, dims } = await model.run({ data: stripInput(strip, widthPx), dims: [1, 3, strip.heightPx, widthPx] });
  const [, steps = 1] = dims;
  const toStrip = widthPx / strip.widthPx;
  const clip = (share: number) => Math.min(1, share * toStrip);
  return decodeCtc(data, steps, alphabet).map((character) => ({
    ...character,
    from: clip(character.from),
    to: clip(character.to),
  }));
}
