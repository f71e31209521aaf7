import { open } from 'node:fs/promises';

const filterName = '/BrotliDecode';
const chunkBytes = 1024 * 1024;
/** Chunks overlap, since the name may lie across two of them. */
const overlapBytes = filterName.length - 1;

/**
 * Whether a file has streams under Brotli, which PDFium takes for empty: it would draw the page without them. The
 * filters of a stream are in the open, so their name is looked for in the bytes.
 */
export async function namesBrotli(source: string | Uint8Array): Promise<boolean> {
  if (typeof source !== 'string') {
    return Buffer.from(source.buffer, source.byteOffset, source.byteLength).includes(filterName);
  }
  await using file = await open(source);
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (let position = 0; ; position += chunkBytes - overlapBytes) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, position);
    if (chunk.subarray(0, bytesRead).includes(filterName)) return true;
    if (bytesRead < chunkBytes) return false;
  }
}
