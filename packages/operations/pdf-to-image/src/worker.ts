import { defineWorker } from '@platen/core';
import type { ResolvedPdfToImageOptions } from './operation.ts';
import { planPages } from './plan-pages.ts';
import { renderPages } from './render-pages.ts';

export default defineWorker<ResolvedPdfToImageOptions, readonly number[]>({
  plan: planPages,
  part: renderPages,
});
