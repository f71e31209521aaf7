import type { ResolvedPdfToImageOptions } from './operation.ts';

/** Whether all pages come in one file. */
export function isJoined({ format, zip }: Pick<ResolvedPdfToImageOptions, 'format' | 'zip'>): boolean {
  return format === 'tiff' || zip;
}
