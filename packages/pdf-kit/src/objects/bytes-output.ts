import type { FileOutput } from './file-output.ts';

/** A file that is written to memory. */
export interface BytesOutput extends FileOutput {
  /** All bytes that were appended. */
  bytes(): Buffer;
}

/** Creates a file in memory. It keeps all data until `bytes` is called. */
export function createBytesOutput(): BytesOutput {
  const pieces: Uint8Array[] = [];
  let offset = 0;
  const append = (bytes: Uint8Array) => {
    offset += bytes.length;
    pieces.push(bytes);
  };
  return {
    get offset() {
      return offset;
    },
    append,
    appendText: (text) => append(Buffer.from(text, 'latin1')),
    close: () => offset,
    bytes: () => Buffer.concat(pieces),
  };
}
