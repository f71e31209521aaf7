import { scaleRaster } from './raster.ts';
import type { GreyRaster } from './recognizer.ts';

export interface Skew {
  /** Skew in degrees, positive if lines of text fall to the right. */
  readonly degrees: number;
  /** The sharpness of the projection profile at that angle, relative to 0 degrees. */
  readonly confidence: number;
  /** The sharpness at that angle, relative to evenly spread edges: lines of text give 1.5 and more. */
  readonly lineStrength: number;
}

/** The short side of the raster on which angles are measured. */
const measuringSidePx = 900;
const maxDegrees = 15;
const coarseStep = 0.5;
const fineStep = 0.05;

/** A page reduced to the size at which angles are measured. */
export async function toMeasuringSize(page: GreyRaster): Promise<GreyRaster> {
  const factor = measuringSidePx / Math.min(page.widthPx, page.heightPx);
  return factor < 1 ? (await scaleRaster(page, factor)).raster : page;
}

/**
 * Measures the skew of a page by projection profiles: upper edges of dark on light (x-heights and ascenders are aligned,
 * descenders do not matter) are projected along each angle; the profile is sharpest along the lines of text.
 * After W. Postl, "Detection of linear oblique structures and skew scan in digitized documents" (1986).
 */
export function measureSkew(page: GreyRaster): Skew {
  const edges = findUpperEdges(page);
  const sharpness = (degrees: number) => projectionSharpness(edges, page, degrees);
  const coarse = sharpest(-maxDegrees, maxDegrees, coarseStep, sharpness);
  const degrees = sharpest(coarse - coarseStep, coarse + coarseStep, fineStep, sharpness);
  const level = sharpness(0);
  const best = sharpness(degrees);
  return {
    degrees,
    confidence: level === 0 ? 1 : best / level,
    lineStrength: edges.count === 0 ? 0 : (best * page.heightPx) / edges.count ** 2,
  };
}

interface Edges {
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  readonly count: number;
}

/** Pixels much darker than the one above them. Edges rather than ink, so that shadows and pictures carry little weight. */
function findUpperEdges({ data, widthPx, heightPx }: GreyRaster): Edges {
  const threshold = Math.max(16, 0.2 * contrast(data));
  const x = new Uint16Array(data.length);
  const y = new Uint16Array(data.length);
  let count = 0;
  for (let row = 1; row < heightPx; row += 1) {
    for (let column = 0; column < widthPx; column += 1) {
      const index = row * widthPx + column;
      if ((data[index - widthPx] ?? 0) - (data[index] ?? 0) < threshold) continue;
      x[count] = column;
      y[count] = row;
      count += 1;
    }
  }
  return { x, y, count };
}

/** The range from the 1st to the 99th percentile. */
function contrast(data: Uint8Array): number {
  const histogram = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 1) histogram[data[at] ?? 0] = (histogram[data[at] ?? 0] ?? 0) + 1;
  const percentile = (share: number) => {
    let seen = 0;
    return histogram.findIndex((count) => {
      seen += count;
      return seen >= share * data.length;
    });
  };
  return percentile(0.99) - percentile(0.01);
}

function projectionSharpness({ x, y, count }: Edges, { widthPx, heightPx }: GreyRaster, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const shift = Math.ceil(Math.abs(slope) * widthPx) + 1;
  const shifts = Int32Array.from({ length: widthPx }, (_, column) => shift + Math.round(-slope * column));
  const profile = new Uint32Array(heightPx + 2 * shift);
  for (let index = 0; index < count; index += 1) {
    const row = (y[index] ?? 0) + (shifts[x[index] ?? 0] ?? 0);
    profile[row] = (profile[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let row = 0; row < profile.length; row += 1) sum += (profile[row] ?? 0) ** 2;
  return sum;
}

function sharpest(from: number, to: number, step: number, sharpness: (degrees: number) => number): number {
  const steps = Math.round((to - from) / step);
  const angles = Array.from({ length: steps + 1 }, (_, index) => from + index * step);
  const scores = angles.map(sharpness);
  return angles[scores.indexOf(Math.max(...scores))] ?? 0;
}
