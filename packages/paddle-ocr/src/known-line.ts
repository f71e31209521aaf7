import type { RasterWord } from '@platen/pdf-kit/ocr';
import type { PlacedLine } from './place-words.ts';
import type { TextRegion } from './text-regions.ts';
import { placement, recognition } from './thresholds.ts';

/** A word on the axis of a region, in pixels from the start of the region. */
interface Extent {
  readonly word: RasterWord;
  readonly from: number;
  readonly to: number;
}

/** What of a region is known, and the parts of it that are to be read. */
export interface RegionParts {
  /** From left to right. */
  readonly known: readonly RasterWord[];
  /** The region itself if nothing is known. */
  readonly unread: readonly TextRegion[];
}

/** Parts a region into words that are known and the gaps between them that may hold others. */
export function regionParts(region: TextRegion, known: readonly RasterWord[]): RegionParts {
  const { length, height } = region;
  const extents = height > length ? [] : extentsOf(region, known);
  if (extents.length === 0) return { known: [], unread: [region] };
  const unread: TextRegion[] = [];
  let end = 0;
  for (const { from, to } of [...extents, { from: length, to: length }]) {
    if (from - end > recognition.maxKnownGap * height) unread.push(partOf(region, end, from));
    end = Math.max(end, to);
  }
  return { known: extents.map(({ word }) => word), unread };
}

/** The line of a region of which words were known: these and what was read between them, from left to right. */
export function joinParts(
  region: TextRegion,
  known: readonly RasterWord[],
  read: readonly PlacedLine[],
): PlacedLine | null {
  const words = extentsOf(region, [...known, ...read.flatMap((line) => line.words)]).map(({ word }) => word);
  return words.length === 0 ? null : { words, ...baselineOf(region), direction: 'ltr' };
}

/** The words whose middle lies in a region, from left to right. */
function extentsOf(region: TextRegion, words: readonly RasterWord[]): readonly Extent[] {
  return words.flatMap((word) => extentOf(region, word) ?? []).toSorted((a, b) => a.from - b.from);
}

function extentOf({ centreX, centreY, length, height, angle }: TextRegion, word: RasterWord): Extent | null {
  const { x0, y0, x1, y1 } = word.box;
  const [x, y] = [(x0 + x1) / 2 - centreX, (y0 + y1) / 2 - centreY];
  const [along, down] = [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)];
  if (Math.abs(along) > length / 2 || Math.abs(down) > height / 2) return null;
  const middle = along + length / 2;
  return { word, from: middle - (x1 - x0) / 2, to: middle + (x1 - x0) / 2 };
}

function partOf(region: TextRegion, from: number, to: number): TextRegion {
  const along = (from + to - region.length) / 2;
  return {
    ...region,
    centreX: region.centreX + along * Math.cos(region.angle),
    centreY: region.centreY + along * Math.sin(region.angle),
    length: to - from,
  };
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
