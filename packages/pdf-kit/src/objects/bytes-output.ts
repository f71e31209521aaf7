import type { FileOutput } from './file-output.ts';

/** A file that is written into memory. */
export interface BytesOutput extends FileOutput {
  /** All that was appended. */
  bytes(): Buffer;
}

/** A new file in memory: what is appended is kept until all of it is asked for. */
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
