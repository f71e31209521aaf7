/** A box of a JP2 file (ISO/IEC 15444-1, I.4). */
export interface Jp2Box {
  readonly type: string;
  readonly body: Uint8Array;
  /** False when the file ends before the box. */
  readonly isComplete: boolean;
}

/** The boxes side by side in a file or in the body of a box that is made of boxes. */
export function* jp2Boxes(bytes: Uint8Array): Generator<Jp2Box> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 8 <= bytes.byteLength; ) {
    const stated = view.getUint32(at);
    const isLong = stated === 1 && at + 16 <= bytes.byteLength;
    const headBytes = isLong ? 16 : 8;
    // A length of 0 stands for all that is left.
    const length = isLong ? Number(view.getBigUint64(at + 8)) : stated === 0 ? bytes.byteLength - at : stated;
    if (length < headBytes) return;
    const end = Math.min(at + length, bytes.byteLength);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    yield { type, body: bytes.subarray(at + headBytes, end), isComplete: at + length <= bytes.byteLength };
    at += length;
  }
}

/** A box of less than 4 GB. */
export function jp2Box(type: string, ...bodies: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bodies.reduce((sum, { byteLength }) => sum + byteLength, head.byteLength));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...bodies]);
}
