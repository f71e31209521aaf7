/** The pixels of an image as bands of whole rows from the top, so that nobody has to hold all of them. */
export interface PixelSource {
  readonly width: number;
  readonly height: number;
  /** 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha. */
  readonly channels: 1 | 2 | 3 | 4;
  /** Samples of 2 bytes have the high one first, as in PNG and PDF. */
  readonly bytesPerSample: 1 | 2;
  /** Begins at the top each time it is called. A band may be overwritten once the next is asked for. */
  bands(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Bytes of a band: it stays in the processor's cache, and calls for it cost nothing beside the work on it. */
const bandBytes = 256 * 1024;

/** Rows of one band: at least one, however long they are. */
export function rowsPerBand(rowBytes: number): number {
  return Math.max(1, Math.floor(bandBytes / rowBytes));
}
