import { deflateSync } from 'node:zlib';

/** Images up to this size are tried in both ways; for larger ones the gain is below a thousandth. */
const tryBothBytes = 4 * 1024 * 1024;

/**
 * The smallest of what zlib makes of an image at level 9: a smaller `memLevel` ends blocks sooner, which suits data that
 * changes character.
 */
export function deflateImage(bytes: Uint8Array): Uint8Array {
  const first = deflateSync(bytes, { level: 9, memLevel: 9 });
  if (bytes.length < 256 || bytes.length > tryBothBytes) return first;
  const second = deflateSync(bytes, { level: 9, memLevel: 8 });
  return second.length < first.length ? second : first;
}
