import { type DirectoryPlace, readTiffDirectories, type TiffDirectory, tiffTags } from '@platen/pdf-kit/tiff';
import type { Orientation } from './image-page.ts';

const rgb = 2;

/** Calls `work` while the first page of a file is tagged as RGB, whose samples decoders do not convert. */
export function whileTaggedAsRgb<Result>(file: Uint8Array, work: () => Promise<Result>): Promise<Result> {
  const stored = readTiffDirectories(file, 1)[0]?.bytes(tiffTags.photometric);
  if (stored === undefined) return work();
  // One of its two bytes is 0, in either byte order.
  return whileReplaced([[stored, stored[0] === 0 ? [0, rgb] : [rgb, 0]]], work);
}

/**
 * Calls `work` while a directory is the only one of its file: decoders follow the others each time they open it, to
 * find the page and to count them all.
 */
export function whileOnlyDirectory<Result>(
  file: Uint8Array,
  { offset, nextAt }: DirectoryPlace,
  work: () => Promise<Result>,
): Promise<Result> {
  const bytes = isBigTiff(file) ? 8 : 4;
  const first = Buffer.alloc(bytes);
  const isLittle = file[0] === 0x49;
  if (isLittle) first.writeUIntLE(offset, 0, 4);
  else first.writeUIntBE(offset, bytes - 4, 4);
  const next = file.subarray(nextAt, nextAt + bytes);
  return whileReplaced(
    [
      [file.subarray(bytes, 2 * bytes), first],
      [next, Buffer.alloc(next.byteLength)],
    ],
    work,
  );
}

async function whileReplaced<Result>(
  replacements: readonly (readonly [place: Uint8Array, bytes: ArrayLike<number>])[],
  work: () => Promise<Result>,
): Promise<Result> {
  const before = replacements.map(([place]) => Uint8Array.from(place));
  for (const [place, bytes] of replacements) place.set(bytes);
  try {
    return await work();
  } finally {
    for (const [index, [place]] of replacements.entries()) place.set(before[index] ?? []);
  }
}

/** The variant for files beyond 4 GB, whose directories have another layout: version 43 instead of 42. */
export function isBigTiff(file: Uint8Array): boolean {
  return file[2] === 43 || file[3] === 43;
}

/** The places of the directories of such a file, within its first 4 GB, up to where their chain loops or leaves the file. */
export function bigTiffPlaces(file: Uint8Array, limit: number): readonly DirectoryPlace[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const little = file[0] === 0x49;
  const numberAt = (at: number) => (at + 8 <= file.byteLength ? Number(view.getBigUint64(at, little)) : 0);
  const places = new Map<number, DirectoryPlace>();
  let offset = numberAt(8);
  while (offset !== 0 && offset + 8 <= file.byteLength && !places.has(offset) && places.size < limit) {
    const nextAt = offset + 8 + 20 * numberAt(offset);
    places.set(offset, { offset, nextAt });
    offset = numberAt(nextAt);
  }
  return [...places.values()];
}

export interface StoredGeometry {
  readonly orientation: Orientation;
  /** Null when the directory names no usable resolution. */
  readonly resolution: { readonly dpiX: number; readonly dpiY: number } | null;
}

/** Orientation and resolution as a directory gives them. */
export function readGeometry(directory: TiffDirectory | undefined): StoredGeometry {
  const orientation = directory?.values(tiffTags.orientation)?.[0] ?? 1;
  const perUnit = directory?.values(tiffTags.resolutionUnit)?.[0] === 3 ? 2.54 : 1;
  const unitless = directory?.values(tiffTags.resolutionUnit)?.[0] === 1;
  const x = directory?.values(tiffTags.resolutionX)?.[0] ?? 0;
  const y = directory?.values(tiffTags.resolutionY)?.[0] ?? x;
  return {
    orientation: (orientation >= 1 && orientation <= 8 ? orientation : 1) as Orientation,
    resolution: unitless ? null : usableResolution(x, y, perUnit),
  };
}

/**
 * Pixels are no longer than this many times their width: those of faxes and matrix printers up to 3.3 times (240 × 72 dpi).
 * Beyond it one of the two numbers was not measured, and the picture would be a strip.
 */
const maxPixelAspect = 4;

/**
 * A resolution worth believing, or null: some writers put 0 or 1 where they know none, whatever the unit.
 * `perUnit` is how many times the unit goes into an inch.
 */
export function usableResolution(
  x: number,
  y: number,
  perUnit = 1,
): { readonly dpiX: number; readonly dpiY: number } | null {
  const usable = (resolution: number) => Number.isFinite(resolution) && resolution > 1 && resolution < 100_000;
  if (!usable(x) || !usable(y) || Math.max(x / y, y / x) > maxPixelAspect) return null;
  return { dpiX: x * perUnit, dpiY: y * perUnit };
}
