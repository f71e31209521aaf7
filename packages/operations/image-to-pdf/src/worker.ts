import { defineWorker } from '@platen/core';
import type { Recognizer } from '@platen/pdf-kit/ocr';
import { loadHeicDecoder } from './heic-decoder.ts';
import { imagesToPdf } from './images-to-pdf.ts';
import type { ResolvedImageToPdfOptions } from './operation.ts';

const heicDecoder = await loadHeicDecoder(new URL(import.meta.url));

// One for the life of the thread, once a task asks for it: the first page of a recognizer costs seconds.
let loading: Promise<Recognizer> | null = null;

async function loadRecognizer(): Promise<Recognizer> {
  const { createRecognizer, ocrSettingsOf } = await import('@platen/pdf-kit/ocr');
  return createRecognizer(ocrSettingsOf(import.meta.url));
}

function recognizer(): Promise<Recognizer> {
  loading ??= loadRecognizer();
  return loading;
}

export default defineWorker<ResolvedImageToPdfOptions>({
  run: (task, context) => imagesToPdf(task, context, { heicDecoder, recognizer }),
});
