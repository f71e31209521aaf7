import { deflateSync } from 'node:zlib';
import { deflateOptimally } from './deflate-optimally.ts';

/** Streams up to this size take at most a second; larger ones are mostly uniform data, which zlib makes almost as small. */
const searchedBytes = 4 * 1024 * 1024;

/** Deflates bytes as well as is worth the time: optimally up to a size, beyond it with zlib. */
export function deflateWell(bytes: Uint8Array): Uint8Array {
  return bytes.length > searchedBytes ? deflateSync(bytes, { level: 9, memLevel: 9 }) : deflateOptimally(bytes);
}
