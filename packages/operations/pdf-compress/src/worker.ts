import { defineWorker } from '@platen/core';
import { joinDocument } from './join-document.ts';
import type { ResolvedPdfCompressOptions } from './operation.ts';
import { type EncodedBatch, encodeBatch, type ImageBatch, planImages } from './plan-images.ts';

export default defineWorker<ResolvedPdfCompressOptions, ImageBatch, EncodedBatch>({
  plan: planImages,
  part: encodeBatch,
  join: async (task, results, context) => {
    const { path, fileName, mediaType } = await joinDocument(task, results, context);
    return [{ path, fileName, mediaType }];
  },
});
