/** Packs bits as deflate does, the least significant first. */
export interface BitWriter {
  /** At most 16 bits. */
  write(value: number, bits: number): void;
  /** Fills the current byte with zero bits. */
  align(): void;
  append(bytes: Uint8Array): void;
  finish(): Uint8Array;
}

export function createBitWriter(expectedBytes: number): BitWriter {
  let bytes = Buffer.allocUnsafe(expectedBytes + 64);
  let size = 0;
  let pending = 0;
  let pendingBits = 0;

  function reserve(count: number): void {
    if (size + count <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, size + count));
    larger.set(bytes.subarray(0, size));
    bytes = larger;
  }

  function flush(leave: number): void {
    reserve(4);
    for (; pendingBits > leave; pendingBits -= 8) {
      bytes[size++] = pending & 0xff;
      pending >>>= 8;
    }
    pendingBits = Math.max(0, pendingBits);
  }

  return {
    write(value, bits) {
      pending |= value << pendingBits;
      pendingBits += bits;
      if (pendingBits >= 8) flush(7);
    },
    align: () => flush(0),
    append(added) {
      flush(0);
      reserve(added.length);
      bytes.set(added, size);
      size += added.length;
    },
    finish() {
      flush(0);
      return bytes.subarray(0, size);
    },
  };
}
