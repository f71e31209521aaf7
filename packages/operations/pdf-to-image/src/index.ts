export { type PdfToImageOptions, pdfToImage, pdfToImageOptions } from './operation.ts';
