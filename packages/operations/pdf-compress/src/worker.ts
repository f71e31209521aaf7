import { defineWorker } from '@platen/core';
import { type EncodedImage, encodeBatch, type ImageBatch, joinDocument, planImages } from './compress-pdf.ts';
import type { PdfCompressOptions } from './operation.ts';

export default defineWorker<PdfCompressOptions, ImageBatch, readonly EncodedImage[]>({
  plan: planImages,
  part: encodeBatch,
  join: async (task, results, context) => {
    const { path, fileName, mediaType } = await joinDocument(task, results, context);
    return [{ path, fileName, mediaType }];
  },
});
