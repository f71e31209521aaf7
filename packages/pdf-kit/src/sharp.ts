import type Sharp from 'sharp';

/**
 * Loads sharp when it is first needed: many files go without a picture that must be decoded or encoded, and it takes
 * memory and time.
 */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // The pool is what uses the cores: threads of libvips within each worker would only take turns with each other.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
