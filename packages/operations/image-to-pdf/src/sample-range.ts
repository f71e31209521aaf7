/** Samples scaled to 16 bits, and whether black and white had to be chosen. */
export interface ScaledSamples {
  readonly data: Uint16Array;
  readonly isStretched: boolean;
}

const white = 65_535;

/**
 * Scales floating-point, signed and 32-bit samples of a TIFF, for which no standard says what is black and white.
 * Floating point between 0 and 1 is taken as those two, as Photoshop writes it; anything else, such as heights or
 * temperatures, is stretched from its lowest to its highest value.
 */
export function scaleSamples(values: Float32Array, isFloat: boolean): ScaledSamples {
  const { lowest, highest } = rangeOf(values);
  const isStretched = !isFloat || lowest < 0 || highest > 1;
  const [black, range] = isStretched ? [lowest, highest - lowest] : [0, 1];
  const data = new Uint16Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const share = range > 0 ? ((values[index] ?? 0) - black) / range : 0;
    // Not a number is black: the comparison fails for it.
    data[index] = share > 0 ? Math.min(white, Math.round(share * white)) : 0;
  }
  return { data, isStretched };
}

/**
 * Signed bytes as the unsigned ones that they were meant as, scaled to 16 bits; null if they are signed. Some programs,
 * ImageMagick among them, call unsigned bytes signed, and most viewers take all bytes for unsigned. The right reading is the one
 * that shows less difference between neighbours, signed samples stretched to their range: in the wrong one, steps over the
 * middle of the range are jumps over nearly all of it, and paper (255 or -1) is next to ink. Unsigned where both are equal.
 */
export function unsignedBytes(values: Float32Array, rowLength: number, channels: number): Uint16Array | null {
  const unsigned = Uint16Array.from(values, (value) => (value < 0 ? value + 256 : value));
  const { lowest, highest } = rangeOf(values);
  const asSigned = roughness(values, rowLength, channels) / (highest - lowest);
  if (roughness(unsigned, rowLength, channels) / 255 > asSigned) return null;
  return unsigned.map((value) => value * 257);
}

function rangeOf(values: Float32Array): { readonly lowest: number; readonly highest: number } {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return { lowest, highest };
}

/** The sum of the differences between pixels beside each other. */
function roughness(values: ArrayLike<number>, rowLength: number, channels: number): number {
  let sum = 0;
  for (let at = channels; at < values.length; at += 1) {
    if (at % rowLength >= channels) sum += Math.abs((values[at] ?? 0) - (values[at - channels] ?? 0));
  }
  return sum;
}
