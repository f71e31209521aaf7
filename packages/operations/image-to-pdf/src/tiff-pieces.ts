import { type TiffDirectory, tiffTags } from '@platen/pdf-kit/tiff';

/** The coded data of a page. */
export interface TiffPieces {
  readonly isTiled: boolean;
  /** The strips or tiles in the order of the directory. */
  readonly pieces: readonly Uint8Array[];
}

/**
 * The strips or tiles of a page. One without a length extends to the next one. Null if one is empty, or if together they
 * exceed the file: a hostile one may name the same bytes many times.
 */
export function readTiffPieces(file: Uint8Array, directory: TiffDirectory): TiffPieces | null {
  const isTiled = directory.field(tiffTags.tileOffsets) !== undefined;
  const offsets = directory.values(isTiled ? tiffTags.tileOffsets : tiffTags.stripOffsets) ?? [];
  const counts = directory.values(isTiled ? tiffTags.tileByteCounts : tiffTags.stripByteCounts) ?? [];
  const ordered = [...offsets].sort((one, other) => one - other);
  const nextOffsets = new Map(ordered.map((offset, index) => [offset, ordered[index + 1] ?? file.byteLength]));
  let left = file.byteLength;
  const pieces: Uint8Array[] = [];
  for (const [index, offset] of offsets.entries()) {
    const count = counts[index] ?? 0;
    const piece = file.subarray(offset, count === 0 ? nextOffsets.get(offset) : offset + count);
    left -= piece.byteLength;
    if (piece.byteLength === 0 || left < 0) return null;
    pieces.push(piece);
  }
  return pieces.length === 0 ? null : { isTiled, pieces };
}
