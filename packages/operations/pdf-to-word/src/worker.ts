import { defineWorker } from '@platen/core';
import { createRecognizer, ocrSettingsOf } from '@platen/pdf-kit/ocr';
import { convertToWord } from './convert-to-word.ts';
import type { ResolvedPdfToWordOptions } from './operation.ts';

// One for the life of the thread: the first page of a recognizer costs seconds.
const recognizer = createRecognizer(ocrSettingsOf(import.meta.url));

export default defineWorker<ResolvedPdfToWordOptions>({
  run: (task, context) => convertToWord(task, context, recognizer),
});
