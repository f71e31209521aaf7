import { defineWorker } from '@platen/core';
import type { PdfToImageOptions } from './operation.ts';
import { planPages } from './plan-pages.ts';
import { renderPages } from './render-pages.ts';

export default defineWorker<PdfToImageOptions, readonly number[]>({
  plan: planPages,
  part: renderPages,
});
