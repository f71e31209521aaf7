export { createOcr, createOcrOptions, type OcrOptions, ocr } from './operation.ts';
