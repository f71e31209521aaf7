/** The IDAT chunks of a PNG as one: its compressed pixels. */
export function readPngData(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks: Uint8Array[] = [];
  let offset = 8;
  while (offset + 8 <= png.length) {
    const length = view.getUint32(offset);
    if (view.getUint32(offset + 4) === idat) chunks.push(png.subarray(offset + 8, offset + 8 + length));
    offset += 12 + length;
  }
  return Buffer.concat(chunks);
}

const idat = 0x49444154;
