import { createReadStream } from 'node:fs';

const filterName = '/BrotliDecode';

/**
 * Whether a file has streams under Brotli, which PDFium takes for empty: it would draw the page without them. The
 * filters of a stream are in the open, so their name is looked for in the bytes.
 */
export async function namesBrotli(source: string | Uint8Array): Promise<boolean> {
  if (typeof source !== 'string') return bufferOf(source).includes(filterName);
  let last = Buffer.alloc(0);
  for await (const chunk of createReadStream(source, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    // The name may lie across two chunks.
    if (chunk.includes(filterName)) return true;
    if (Buffer.concat([last, chunk.subarray(0, filterName.length)]).includes(filterName)) return true;
    last = Buffer.from(chunk.subarray(-filterName.length));
  }
  return false;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
