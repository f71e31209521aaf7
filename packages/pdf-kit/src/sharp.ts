import type Sharp from 'sharp';

/**
 * Loads sharp when it is first needed. It takes memory and time, and many files have no picture that must be decoded or
 * encoded.
 */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // The pool is what uses the cores: threads of libvips within each worker would only take turns with each other.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
