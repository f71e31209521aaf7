export { pdfToImage, pdfToImageOptions, type ResolvedPdfToImageOptions } from './operation.ts';
export type { PdfToImageOptions } from './pdf-to-image-options.ts';
