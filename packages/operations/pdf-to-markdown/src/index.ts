export {
  createPdfToMarkdown,
  createPdfToMarkdownOptions,
  pdfToMarkdown,
  type ResolvedPdfToMarkdownOptions,
} from './operation.ts';
export type { PdfToMarkdownOptions } from './pdf-to-markdown-options.ts';
