/** A SHA-256 (FIPS 180-4) that takes its bytes as they come: `crypto.subtle` wants them all at once, in memory. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** In Base64, as `Repr-Digest` has it. Nothing may be added afterwards. */
  base64(): string;
}

const blockBytes = 64;

export function createSha256(): Sha256 {
  const hash = Int32Array.from(firstPrimes(8), (prime) => fractionBits(Math.sqrt(prime)));
  const schedule = new Int32Array(64);
  const block = new Uint8Array(blockBytes);
  const view = new DataView(block.buffer);
  let filled = 0;
  let total = 0;

  const update = (bytes: Uint8Array) => {
    total += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      const piece = bytes.subarray(from, from + blockBytes - filled);
      block.set(piece, filled);
      filled += piece.length;
      from += piece.length;
      if (filled < blockBytes) return;
      mix(hash, schedule, view);
      filled = 0;
    }
  };
  return {
    update,
    base64() {
      const bits = total * 8;
      const padding = new Uint8Array((filled < 56 ? 56 : 120) - filled);
      padding[0] = 0x80;
      update(padding);
      const length = new DataView(new ArrayBuffer(8));
      length.setUint32(0, Math.floor(bits / 2 ** 32));
      length.setUint32(4, bits % 2 ** 32);
      update(new Uint8Array(length.buffer));
      const digest = new DataView(new ArrayBuffer(32));
      for (const [index, word] of hash.entries()) digest.setInt32(index * 4, word);
      return btoa(String.fromCharCode(...new Uint8Array(digest.buffer)));
    },
  };
}

const constants = Int32Array.from(firstPrimes(64), (prime) => fractionBits(Math.cbrt(prime)));

/** One block into the state (FIPS 180-4, 6.2.2). `as number`: the indices are within the arrays. */
function mix(hash: Int32Array, schedule: Int32Array, block: DataView): void {
  for (let index = 0; index < 16; index += 1) schedule[index] = block.getInt32(index * 4);
  for (let index = 16; index < 64; index += 1) {
    const early = schedule[index - 15] as number;
    const late = schedule[index - 2] as number;
    const small0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const small1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    schedule[index] = (schedule[index - 16] as number) + small0 + (schedule[index - 7] as number) + small1;
  }
  let a = hash[0] as number;
  let b = hash[1] as number;
  let c = hash[2] as number;
  let d = hash[3] as number;
  let e = hash[4] as number;
  let f = hash[5] as number;
  let g = hash[6] as number;
  let h = hash[7] as number;
  for (let index = 0; index < 64; index += 1) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + big1 + choice + (constants[index] as number) + (schedule[index] as number)) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  // An Int32Array keeps the low 32 bits of what is written into it.
  hash[0] = (hash[0] as number) + a;
  hash[1] = (hash[1] as number) + b;
  hash[2] = (hash[2] as number) + c;
  hash[3] = (hash[3] as number) + d;
  hash[4] = (hash[4] as number) + e;
  hash[5] = (hash[5] as number) + f;
  hash[6] = (hash[6] as number) + g;
  hash[7] = (hash[7] as number) + h;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The constants of SHA-256 are the first bits of the fractions of roots of primes. */
function fractionBits(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}
