/** Probability Qe of the less probable symbol (LPS), next states after the more probable symbol (MPS) and the LPS, and whether an LPS switches them. */
type StateRow = readonly [probability: number, nextMps: number, nextLps: number, switchesMps: number];

/** Probability estimation. Source: ITU-T T.88, table E.1. */
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
const [probabilities, nextMps, nextLps, switchesMps] = [column(0), column(1), column(2), column(3)];

/**
 * The adaptive binary arithmetic encoder of JBIG2 (MQ encoder; ITU-T T.88, annex E, figures E.3 to E.12). Each context learns
 * the probability of its bits. A class, as V8 compiles its methods once for all encoders, and closures once for each.
 */
export class ArithmeticEncoder {
  /** Of each context: the row of its probability estimate, and its MPS. */
  readonly #states: Uint8Array;
  readonly #mps: Uint8Array;
  #bytes = Buffer.alloc(65_536);
  // The last byte written. The one at 0 is no output: a carry into it cannot occur.
  #at = 0;
  #interval = 0x8000;
  #code = 0;
  #shiftsToByte = 12;

  constructor(contextCount: number) {
    this.#states = new Uint8Array(contextCount);
    this.#mps = new Uint8Array(contextCount);
  }

  encode(context: number, bit: number): void {
    const state = this.#states[context] as number;
    const probability = probabilities[state] as number;
    const isMps = bit === this.#mps[context];
    this.#interval -= probability;
    if (isMps && (this.#interval & 0x8000) !== 0) {
      this.#code += probability;
      return;
    }
    // Conditional exchange: the MPS gets the larger part of the interval.
    if (isMps === this.#interval < probability) this.#interval = probability;
    else this.#code += probability;
    if (!isMps && switchesMps[state] === 1) this.#mps[context] = 1 - (this.#mps[context] as number);
    this.#states[context] = (isMps ? nextMps[state] : nextLps[state]) as number;
    this.#renormalize();
  }

  /** The same as `encode(context, 0)` a number of times. */
  encodeZeros(context: number, count: number): void {
    for (let left = count; left > 0; left -= 1) {
      if (this.#mps[context] === 0) {
        // An MPS only narrows the interval until it falls below 0x8000 and is renormalised.
        const probability = probabilities[this.#states[context] as number] as number;
        const steps = Math.min(left - 1, Math.floor((this.#interval - 0x8000) / probability));
        this.#interval -= steps * probability;
        this.#code += steps * probability;
        left -= steps;
      }
      this.encode(context, 0);
    }
  }

  /** Flushes the code register and ends the code with the marker FF AC. Nothing may be encoded afterwards. */
  finish(): Uint8Array {
    const top = this.#code + this.#interval;
    this.#code |= 0xffff;
    if (this.#code >= top) this.#code -= 0x8000;
    this.#code <<= this.#shiftsToByte;
    this.#byteOut();
    this.#code <<= this.#shiftsToByte;
    this.#byteOut();
    const end = this.#bytes[this.#at] === 0xff ? this.#at : this.#at + 1;
    return Buffer.concat([this.#bytes.subarray(1, end), Buffer.from([0xff, 0xac])]);
  }

  #renormalize(): void {
    do {
      this.#interval = (this.#interval << 1) & 0xffff;
      this.#code <<= 1;
      this.#shiftsToByte -= 1;
      if (this.#shiftsToByte === 0) this.#byteOut();
    } while ((this.#interval & 0x8000) === 0);
  }

  #byteOut(): void {
    if (this.#bytes[this.#at] !== 0xff && this.#code >= 0x8000000) {
      this.#bytes[this.#at] = (this.#bytes[this.#at] ?? 0) + 1;
      this.#code &= 0x7ffffff;
    }
    // A byte after FF holds seven bits, so that no carry can propagate (bit stuffing).
    if (this.#bytes[this.#at] === 0xff) this.#append((this.#code >> 20) & 0xff, 7, 0xfffff);
    else this.#append((this.#code >> 19) & 0xff, 8, 0x7ffff);
  }

  #append(value: number, shifts: number, mask: number): void {
    this.#at += 1;
    if (this.#at === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    this.#bytes[this.#at] = value;
    this.#code &= mask;
    this.#shiftsToByte = shifts;
  }
}
