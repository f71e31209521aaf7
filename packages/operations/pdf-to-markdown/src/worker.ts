import { defineWorker } from '@platen/core';
import { createRecognizer, ocrSettingsOf } from '@platen/pdf-kit/ocr';
import { convertToMarkdown } from './convert-to-markdown.ts';
import type { ResolvedPdfToMarkdownOptions } from './operation.ts';

// One for the life of the thread: the first page of a recognizer costs seconds.
const recognizer = createRecognizer(ocrSettingsOf(import.meta.url));

export default defineWorker<ResolvedPdfToMarkdownOptions>({
  run: (task, context) => convertToMarkdown(task, context, recognizer),
});
