/** True when every pixel has the same value as the first. */
export function isBlank(pixels: Uint8Array, channels: number): boolean {
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  // Comparing the pixels with themselves, one pixel further on, runs at the speed of memory.
  return bytes.subarray(channels).equals(bytes.subarray(0, Math.max(0, bytes.byteLength - channels)));
}
