import { defineWorker } from '@platen/core';
import type { EncodedImage } from './image-encoder.ts';
import { joinDocument } from './join-document.ts';
import type { ResolvedPdfCompressOptions } from './operation.ts';
import { encodeBatch, type ImageBatch, planImages } from './plan-images.ts';

export default defineWorker<ResolvedPdfCompressOptions, ImageBatch, readonly EncodedImage[]>({
  plan: planImages,
  part: encodeBatch,
  join: async (task, results, context) => {
    const { path, fileName, mediaType } = await joinDocument(task, results, context);
    return [{ path, fileName, mediaType }];
  },
});
