/** The code that ends the data (ISO 32000-2, 7.4.5). */
const endOfData = 128;

/** The bytes that data under `RunLengthDecode` decode to, found without decoding them. */
export function runLengthBytes(data: Uint8Array): number {
  let bytes = 0;
  for (let at = 0; at < data.length; ) {
    const code = data[at] ?? endOfData;
    if (code === endOfData) break;
    const count = code < endOfData ? Math.min(code + 1, data.length - at - 1) : 257 - code;
    bytes += at + 1 < data.length ? count : 0;
    at += code < endOfData ? code + 2 : 2;
  }
  return bytes;
}

/** Undoes `RunLengthDecode`; cut off data end where they are cut off. */
export function undoRunLength(data: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(runLengthBytes(data));
  for (let at = 0, to = 0; to < decoded.length; ) {
    const code = data[at] ?? endOfData;
    if (code < endOfData) {
      const literal = data.subarray(at + 1, at + code + 2);
      decoded.set(literal, to);
      to += literal.length;
      at += code + 2;
    } else {
      decoded.fill(data[at + 1] ?? 0, to, to + 257 - code);
      to += 257 - code;
      at += 2;
    }
  }
  return decoded;
}
