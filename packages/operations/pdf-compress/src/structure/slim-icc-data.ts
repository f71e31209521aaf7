/** The tolerance for a colour, as a share of its range: a quarter of a step of 8 bits. */
const tolerance = 1 / 1024;

/** The numbers of points that are tried for a curve. */
const curvePoints = [17, 33, 65, 129, 257];

/**
 * Reduces the sampled curves of an ICC profile to as many points as they need, without an effect on 8-bit colours. Other data is
 * returned as it is: rounded to 8 bits, tables to Lab let colours near black differ by 3 ΔE, because black point compensation
 * stretches these. Source of the layouts: ISO 15076-1, 10.6.
 */
export function slimIccData(data: Uint8Array): Uint8Array {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  return bytes.toString('latin1', 0, 4) === 'curv' ? (slimCurve(bytes) ?? data) : data;
}

function slimCurve(bytes: Buffer): Buffer | null {
  const count = bytes.length < 12 ? 0 : bytes.readUInt32BE(8);
  if (bytes.length < 12 + 2 * count) return null;
  const curve = Array.from({ length: count }, (_, index) => bytes.readUInt16BE(12 + 2 * index));
  for (const points of curvePoints) {
    if (points >= count) return null;
    const shorter = Array.from({ length: points }, (_, index) => Math.round(valueAt(curve, index / (points - 1))));
    if (!isWithinTolerance(curve, shorter)) continue;
    const slim = Buffer.alloc(12 + 2 * points);
    slim.set(bytes.subarray(0, 8));
    slim.writeUInt32BE(points, 8);
    for (const [index, value] of shorter.entries()) slim.writeUInt16BE(value, 12 + 2 * index);
    return slim;
  }
  return null;
}

/** Whether the short curve differs from the long one by no more than the tolerance. */
function isWithinTolerance(curve: readonly number[], shorter: readonly number[]): boolean {
  return curve.every((_, index) => {
    const at = index / (curve.length - 1);
    const around = [at - tolerance, at, at + tolerance].map((place) => valueAt(curve, place));
    const value = valueAt(shorter, at);
    return value >= Math.min(...around) - 1 && value <= Math.max(...around) + 1;
  });
}

/** Interpolates linearly, as colour management does. */
function valueAt(curve: readonly number[], place: number): number {
  const at = Math.min(Math.max(place, 0), 1) * (curve.length - 1);
  const before = curve[Math.floor(at)] ?? 0;
  const after = curve[Math.ceil(at)] ?? before;
  return before + (after - before) * (at - Math.floor(at));
}
