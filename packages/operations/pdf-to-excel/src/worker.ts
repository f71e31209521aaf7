import { defineWorker } from '@platen/core';
import { createRecognizer, ocrSettingsOf } from '@platen/pdf-kit/ocr';
import { joinParts } from './join-parts.ts';
import type { ResolvedPdfToExcelOptions } from './operation.ts';
import { type PagePart, planParts } from './plan-parts.ts';
import { type PartResult, readPart } from './read-part.ts';

// One for the life of the thread: the first page of a recognizer costs seconds.
const recognizer = createRecognizer(ocrSettingsOf(import.meta.url));

export default defineWorker<ResolvedPdfToExcelOptions, PagePart, PartResult>({
  plan: planParts,
  part: (task, part, context) => readPart(task, part, context, recognizer),
  join: joinParts,
});
