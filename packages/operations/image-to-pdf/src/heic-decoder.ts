/** A decoded image: rows from the top, 8 bits a channel, 3 (RGB) or 4 (RGBA) channels, already turned upright. */
export interface DecodedHeic {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/**
 * Decodes HEIC: a host registers it, because Platen has no decoder. It gets the bytes of a file, and rejects if it cannot
 * read them.
 */
export type HeicDecoder = (bytes: Uint8Array) => Promise<DecodedHeic>;

/** The decoder that the worker's own URL names, or null. Rejects when that module cannot be loaded. */
export async function loadHeicDecoder(workerUrl: URL): Promise<HeicDecoder | null> {
  const href = workerUrl.searchParams.get('heic-decoder');
  if (href === null) return null;
  const { default: decode } = (await import(href)) as { default: HeicDecoder };
  return decode;
}
