import { createHash } from 'node:crypto';
import { type TiffDirectory, tiffTags } from '@platen/pdf-kit/tiff';

/** Tags that say where pixels are, how they are shown, or what a page is called, but not what pixels it has. */
const besidePixels: ReadonlySet<number> = new Set([
  tiffTags.newSubfileType,
  tiffTags.stripOffsets,
  tiffTags.tileOffsets,
  tiffTags.orientation,
  tiffTags.resolutionX,
  tiffTags.resolutionY,
  tiffTags.resolutionUnit,
  tiffTags.pageName,
  tiffTags.pageNumber,
  tiffTags.dateTime,
]);
/** JPEG of the older kind, whose parts lie anywhere in the file. */
const oldJpeg = 6;

/**
 * Names the pixels of a page by what they are decoded from, so that pages of the same pixels, such as empty ones, are decoded
 * once. `budget` is how many bytes may be read for it; null for pages that take more, or cannot be told apart so.
 */
export function tiffPageKey(file: Uint8Array, directory: TiffDirectory, budget: { bytes: number }): string | null {
  if (directory.values(tiffTags.compression)?.[0] === oldJpeg) return null;
  const offsets = directory.values(tiffTags.stripOffsets) ?? directory.values(tiffTags.tileOffsets) ?? [];
  const lengths = directory.values(tiffTags.stripByteCounts) ?? directory.values(tiffTags.tileByteCounts) ?? [];
  budget.bytes -= lengths.reduce((sum, length) => sum + length, 0);
  if (lengths.length !== offsets.length || offsets.length === 0 || budget.bytes < 0) return null;
  const hash = createHash('sha256');
  for (const [tag, { type, count, bytes }] of directory.fields) {
    if (!besidePixels.has(tag)) hash.update(`${tag} ${type} ${count}:`).update(bytes);
  }
  for (const [index, offset] of offsets.entries()) hash.update(file.subarray(offset, offset + (lengths[index] ?? 0)));
  return hash.digest('base64');
}
