import type { RasterWord } from '@platen/pdf-kit/ocr';
import type { PlacedLine } from './place-words.ts';
import type { TextRegion } from './text-regions.ts';
import { placement, recognition } from './thresholds.ts';

/** A known word on the axis of a region, in pixels from the start of the region. */
interface Extent {
  readonly word: RasterWord;
  readonly from: number;
  readonly to: number;
}

/** The line of a region that known words fill from end to end; null for any other. */
export function knownLine(region: TextRegion, known: readonly RasterWord[]): PlacedLine | null {
  const { length, height } = region;
  if (height > length) return null;
  const extents = known.flatMap((word) => extentOf(region, word) ?? []).toSorted((a, b) => a.from - b.from);
  const starts = [...extents.map(({ from }) => from), length];
  let end = 0;
  for (const [index, from] of starts.entries()) {
    if (from - end > recognition.maxKnownGap * height) return null;
    end = Math.max(end, extents[index]?.to ?? length);
  }
  const words = extents.map(({ word }) => word);
  return words.length === 0 ? null : { words, ...baselineOf(region), direction: 'ltr' };
}

/** Where a word lies along a region; null if its middle is outside. */
function extentOf({ centreX, centreY, length, height, angle }: TextRegion, word: RasterWord): Extent | null {
  const { x0, y0, x1, y1 } = word.box;
  const [x, y] = [(x0 + x1) / 2 - centreX, (y0 + y1) / 2 - centreY];
  const [along, down] = [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)];
  if (Math.abs(along) > length / 2 || Math.abs(down) > height / 2) return null;
  const middle = along + length / 2;
  return { word, from: middle - (x1 - x0) / 2, to: middle + (x1 - x0) / 2 };
}

function baselineOf({
  centreX,
  centreY,
  length,
  height,
  angle,
}: TextRegion): Pick<PlacedLine, 'baseline' | 'heightPx'> {
  const heightPx = placement.lineShare * height;
  const below = heightPx * (0.5 - placement.descenderShare);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [centreX - sin * below, centreY + cos * below];
  const half = length / 2;
  return { baseline: { x0: x - cos * half, y0: y - sin * half, x1: x + cos * half, y1: y + sin * half }, heightPx };
}
