/** Encodes decisions by what is probable in their contexts. */
export interface ArithmeticEncoder {
  encode(context: number, bit: number): void;
  /** The same as `encode(context, 0)` a number of times. */
  encodeZeros(context: number, count: number): void;
  /** Ends the code, after which nothing may be encoded. */
  finish(): Uint8Array;
}

/** Probability of the less probable symbol, next state after the more and the less probable one, and whether they swap. */
type StateRow = readonly [probability: number, nextMore: number, nextLess: number, swaps: number];

/** Source: ITU-T T.88, table E.1. */
const stateRows: readonly StateRow[] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
];

const column = (index: 0 | 1 | 2 | 3) => Uint16Array.from(stateRows, (row) => row[index]);
const [probabilities, nextMore, nextLess, swaps] = [column(0), column(1), column(2), column(3)];

/** The encoder of JBIG2 (ITU-T T.88, annex E, in the form of figures E.3 to E.12). */
// Long: one state, which every step of the figures reads and writes.
export function createArithmeticEncoder(contextCount: number): ArithmeticEncoder {
  const states = new Uint8Array(contextCount);
  const likely = new Uint8Array(contextCount);
  let bytes = Buffer.alloc(65_536);
  // The byte before the first is never written out; it takes a carry that cannot come.
  let at = 0;
  let interval = 0x8000;
  let code = 0;
  let shiftsLeft = 12;

  function append(value: number, shifts: number, mask: number): void {
    at += 1;
    if (at === bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
    bytes[at] = value;
    code &= mask;
    shiftsLeft = shifts;
  }

  function byteOut(): void {
    if (bytes[at] !== 0xff && code >= 0x8000000) {
      bytes[at] = (bytes[at] ?? 0) + 1;
      code &= 0x7ffffff;
    }
    // After FF a byte holds seven bits, so that no carry can run through.
    if (bytes[at] === 0xff) append((code >> 20) & 0xff, 7, 0xfffff);
    else append((code >> 19) & 0xff, 8, 0x7ffff);
  }

  function renormalize(): void {
    do {
      interval = (interval << 1) & 0xffff;
      code <<= 1;
      shiftsLeft -= 1;
      if (shiftsLeft === 0) byteOut();
    } while ((interval & 0x8000) === 0);
  }

  function encode(context: number, bit: number): void {
    const state = states[context] as number;
    const probability = probabilities[state] as number;
    interval -= probability;
    if (bit === likely[context]) {
      if ((interval & 0x8000) !== 0) {
        code += probability;
        return;
      }
      if (interval < probability) interval = probability;
      else code += probability;
      states[context] = nextMore[state] as number;
    } else {
      if (interval < probability) code += probability;
      else interval = probability;
      if (swaps[state] === 1) likely[context] = 1 - (likely[context] as number);
      states[context] = nextLess[state] as number;
    }
    renormalize();
  }

  return {
    encode,
    encodeZeros(context, count) {
      for (let left = count; left > 0; left -= 1) {
        if (likely[context] === 0) {
          // What is probable only narrows the interval, until it is less than half.
          const probability = probabilities[states[context] as number] as number;
          const steps = Math.min(left - 1, Math.floor((interval - 0x8000) / probability));
          interval -= steps * probability;
          code += steps * probability;
          left -= steps;
        }
        encode(context, 0);
      }
    },
    finish() {
      const top = code + interval;
      code |= 0xffff;
      if (code >= top) code -= 0x8000;
      code <<= shiftsLeft;
      byteOut();
      code <<= shiftsLeft;
      byteOut();
      const end = bytes[at] === 0xff ? at : at + 1;
      return Buffer.concat([bytes.subarray(1, end), Buffer.from([0xff, 0xac])]);
    },
  };
}
