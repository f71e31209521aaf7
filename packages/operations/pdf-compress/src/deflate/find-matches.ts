import { maxDistance, maxMatchLength, minMatchLength } from './deflate-symbols.ts';

/**
 * The LZ77 matches of a range. Those of a position are from `starts[position]` up to `starts[position + 1]`, each longer and
 * farther back than the one before. Positions count from the start of the range.
 */
export interface Matches {
  readonly starts: Int32Array;
  readonly lengths: Uint16Array;
  readonly distances: Uint16Array;
}

/** No matches are searched for within a match of this length. */
const longEnough = 48;
/** How many earlier occurrences of a hash are compared with a position. */
const maxCompared = 32;
const maxHashBits = 15;

/**
 * Finds matches in consecutive ranges of bytes. Positions with the same hash of four bytes are chained from the last to the
 * first; of three bytes, only the last position is kept.
 */
export function createMatchFinder(bytes: Uint8Array): MatchFinder {
  const hashShift = 32 - Math.min(maxHashBits, Math.max(8, Math.ceil(Math.log2(bytes.length + 1))));
  return {
    bytes,
    hashShift,
    lastOfFour: new Int32Array(2 ** (32 - hashShift)).fill(-1),
    lastOfThree: new Int32Array(2 ** (32 - hashShift)).fill(-1),
    before: new Int32Array(Math.min(maxDistance + 1, bytes.length)),
    lengths: new Uint16Array(1 << 14),
    distances: new Uint16Array(1 << 14),
    count: 0,
  };
}

/** The state of a match finder: hash tables, chains, and the matches of the current range. */
export interface MatchFinder {
  readonly bytes: Uint8Array;
  readonly hashShift: number;
  readonly lastOfFour: Int32Array;
  readonly lastOfThree: Int32Array;
  /** The previous position with the same hash, by position within the window. */
  readonly before: Int32Array;
  lengths: Uint16Array<ArrayBuffer>;
  distances: Uint16Array<ArrayBuffer>;
  count: number;
}

// Functions instead of closures over a finder, which V8 would optimize anew for every stream.

/** Finds the matches of a range, which must begin where the last one ended. */
export function findMatches(finder: MatchFinder, from: number, to: number): Matches {
  const { bytes, hashShift, lastOfFour, lastOfThree, before } = finder;
  finder.count = 0;
  const starts = new Int32Array(to - from + 1);
  const lastPosition = Math.min(to, bytes.length - minMatchLength);
  let skipUntil = from;
  for (let position = from; position < lastPosition; position += 1) {
    starts[position - from] = finder.count;
    const three =
      (bytes[position] as number) | ((bytes[position + 1] as number) << 8) | ((bytes[position + 2] as number) << 16);
    const hashOfThree = Math.imul(three, 0x9e3779b1) >>> hashShift;
    const hashOfFour = Math.imul(three | ((bytes[position + 3] as number) << 24), 0x9e3779b1) >>> hashShift;
    const lastThree = lastOfThree[hashOfThree] as number;
    const lastFour = lastOfFour[hashOfFour] as number;
    lastOfThree[hashOfThree] = position;
    lastOfFour[hashOfFour] = position;
    before[position & maxDistance] = lastFour;
    if (position < skipUntil) continue;
    const longest = noteMatches(finder, position, lastThree, lastFour);
    if (longest >= longEnough) skipUntil = position + longest;
  }
  starts.fill(finder.count, Math.max(0, lastPosition - from));
  return { starts, lengths: finder.lengths, distances: finder.distances };
}

/** Adds the matches of a position with at least four bytes left. Returns the length of the longest. */
function noteMatches(finder: MatchFinder, position: number, lastThree: number, lastFour: number): number {
  if (finder.count + maxCompared + 1 > finder.lengths.length) {
    finder.lengths = enlarged(finder.lengths);
    finder.distances = enlarged(finder.distances);
  }
  const { bytes, before, lengths, distances } = finder;
  let { count } = finder;
  const farthest = Math.max(0, position - maxDistance);
  const limit = Math.min(maxMatchLength, bytes.length - position);
  let longest = minMatchLength;
  if (lastThree >= farthest && startsAlike(bytes, lastThree, position)) {
    lengths[count] = minMatchLength;
    distances[count++] = position - lastThree;
  }
  let ending = bytes[position + longest] as number;
  let place = lastFour;
  for (let left = maxCompared; place >= farthest && left > 0; left -= 1) {
    if (bytes[place + longest] === ending && startsAlike(bytes, place, position)) {
      let length = minMatchLength;
      while (length < limit && bytes[place + length] === bytes[position + length]) length += 1;
      if (length > longest) {
        longest = length;
        lengths[count] = length;
        distances[count++] = position - place;
        if (length === limit) break;
        ending = bytes[position + length] as number;
      }
    }
    place = before[place & maxDistance] as number;
  }
  finder.count = count;
  return longest;
}

/** True when three bytes are the same. */
function startsAlike(bytes: Uint8Array, one: number, other: number): boolean {
  return bytes[one] === bytes[other] && bytes[one + 1] === bytes[other + 1] && bytes[one + 2] === bytes[other + 2];
}

function enlarged(array: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(2 * array.length);
  larger.set(array);
  return larger;
}
