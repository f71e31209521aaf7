export { type PdfASettings, writePdfA } from './conformance/write-pdf-a.ts';
