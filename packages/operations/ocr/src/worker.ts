import { defineWorker } from '@platen/core';
import { createReadPages, createRecognizer, ocrSettingsOf } from '@platen/pdf-kit/ocr';
import type { ResolvedOcrOptions } from './operation.ts';
import { writeOutput } from './outputs/write-output.ts';
import type { PageFiles } from './pages/page-text.ts';
import { type PagePart, planPages } from './pages/plan-pages.ts';
import { createEqualPages, readPages } from './pages/read-page.ts';

// One for the life of the thread: the first page of a recognizer costs seconds.
const recognizer = createRecognizer(ocrSettingsOf(import.meta.url));
const recognizePages = createReadPages();
const equalPages = createEqualPages();

export default defineWorker<ResolvedOcrOptions, readonly PagePart[], readonly PageFiles[]>({
  plan: planPages,
  part: (task, parts, context) =>
    readPages(task, parts, { recognizer, recognize: recognizePages(parts[0]?.job ?? ''), equalPages }, context),
  join: (task, files, context) => writeOutput(task, files.flat(), context),
});
