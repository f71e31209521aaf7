import { defineWorker } from '@platen/core';
import { loadHeicDecoder } from './heic-decoder.ts';
import { imagesToPdf } from './images-to-pdf.ts';
import type { ResolvedImageToPdfOptions } from './operation.ts';

const heicDecoder = await loadHeicDecoder(new URL(import.meta.url));

export default defineWorker<ResolvedImageToPdfOptions>({
  run: (task, context) => imagesToPdf(task, context, heicDecoder),
});
