import { deflateSync } from 'node:zlib';
import { createBitWriter } from './bit-writer.ts';
import { costsOf, countSymbols, findCheapestPath, findLongestPath, type Path, type Span } from './cheapest-path.ts';
import { createMatchFinder, findMatches } from './find-matches.ts';
import { splitBlocks } from './split-blocks.ts';
import { writeBlock } from './write-block.ts';

/** Bytes that are divided into blocks together. */
const rangeBytes = 256 * 1024;
/**
 * How often the way through a block is found anew, with the costs that the one before leads to. Of what zlib makes of the
 * streams of 83 documents the first time saves 3.8 per cent, the second half of one and the third a fifth.
 */
const passes = 2;

/**
 * Streams of few bytes, and short rows that are nearly alike, may come out larger than zlib makes them: the latter by up
 * to a tenth, but then they deflate to a fraction of their size, as text and fonts do not.
 */
const smallBytes = 16 * 1024;
const repetitiveShare = 6;

/**
 * Bytes in the zlib format (RFC 1950), smaller than zlib makes them: its search takes the longest match, this one the
 * steps that cost the fewest bits under the codes they lead to, with blocks that end where the data change character.
 */
export function deflateOptimally(bytes: Uint8Array): Uint8Array {
  const writer = createBitWriter(bytes.length >> 1);
  writer.append(Uint8Array.of(0x78, 0xda));
  const finder = createMatchFinder(bytes);
  for (let from = 0; from === 0 || from < bytes.length; from += rangeBytes) {
    const to = Math.min(from + rangeBytes, bytes.length);
    const range = bytes.subarray(from, to);
    const matches = findMatches(finder, from, to);
    const path: Path = { lengths: new Uint16Array(range.length), distances: new Uint16Array(range.length) };
    const whole: Span = { from: 0, to: range.length };
    findLongestPath(matches, whole, path);
    for (const block of splitBlocks(range, path, whole)) {
      for (let pass = 0; pass < passes; pass += 1) {
        findCheapestPath(range, matches, block, costsOf(countSymbols(range, path, block)), path);
      }
      writeBlock(writer, range, path, block, to === bytes.length && block.to === range.length);
    }
  }
  writer.align();
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(adler32(bytes));
  writer.append(checksum);
  const searched = writer.finish();
  if (bytes.length > smallBytes && searched.length * repetitiveShare > bytes.length) return searched;
  const usual = deflateSync(bytes, { level: 9 });
  return usual.length < searched.length ? usual : searched;
}

function adler32(bytes: Uint8Array): number {
  // So many sums stay below 2 ** 53 in any case, and below 2 ** 32 where the remainders are taken this often.
  const stride = 5552;
  let [low, high] = [1, 0];
  for (let from = 0; from < bytes.length; from += stride) {
    const to = Math.min(from + stride, bytes.length);
    for (let at = from; at < to; at += 1) {
      low += bytes[at] as number;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return high * 65_536 + low;
}
