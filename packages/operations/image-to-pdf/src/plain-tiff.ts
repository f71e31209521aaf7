import { type TiffDirectory, type TiffField, writeTiff } from '@platen/pdf-kit/tiff';
import { readTiffPieces } from './tiff-pieces.ts';
import { pixelFields } from './tiff-pixel-fields.ts';

/**
 * One page of a TIFF as a file of its own. Its directory has only the tags that its pixels need, in order and with the
 * right number of values, so that a decoder that treats any warning as damage accepts files whose other tags are
 * invalid. Null if the strips or tiles are not in the file, or if the values of its tags overlap and so exceed it.
 */
export function plainTiff(file: Uint8Array, directory: TiffDirectory): Uint8Array | null {
  const coded = readTiffPieces(file, directory);
  if (coded === null) return null;
  const little = file[0] === 0x49;
  const fields = pixelFields(directory, little);
  if (byteLengthOf(fields) > file.byteLength) return null;
  return writeTiff({ ...coded, fields, little });
}

function byteLengthOf(fields: ReadonlyMap<number, TiffField>): number {
  return [...fields.values()].reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}
