import { deflateSync } from 'node:zlib';
import { deflateOptimally } from './deflate-optimally.ts';

/** Streams up to this size take at most a second; of larger ones, mostly data of one kind, zlib makes nearly the same. */
const searchedBytes = 4 * 1024 * 1024;

/** Deflates bytes as well as is worth the time. */
export function deflateWell(bytes: Uint8Array): Uint8Array {
  return bytes.length > searchedBytes ? deflateSync(bytes, { level: 9, memLevel: 9 }) : deflateOptimally(bytes);
}
