import type Sharp from 'sharp';

/** Loads sharp when it is first needed: JPEG and most PNG files go in without it, and it takes memory and time. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // The pool is what uses the cores: threads of libvips within each worker would only take turns with each other.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
