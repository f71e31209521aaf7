export type { OcrOptions } from './ocr-options.ts';
export { createOcr, createOcrOptions, ocr, type ResolvedOcrOptions } from './operation.ts';
