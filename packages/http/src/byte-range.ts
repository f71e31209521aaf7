import type { ByteRange } from '@platen/core';

/** `null` for the whole file. */
export type RequestedRange = ByteRange | null | 'unsatisfiable';

/**
 * The part of a file a `Range` header asks for (RFC 9110, 14.2). What is no single byte range is answered with the
 * whole file, as the RFC allows; a range without a byte of the file in it is unsatisfiable.
 */
export function parseByteRange(header: string, sizeBytes: number): RequestedRange {
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const suffix = Math.min(Number(last), sizeBytes);
    return suffix === 0 ? 'unsatisfiable' : { start: sizeBytes - suffix, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
