import { defineWorker } from '@platen/core';
import { isJoined } from './is-joined.ts';
import { renderIntoOne } from './join-images.ts';
import type { ResolvedPdfToImageOptions } from './operation.ts';
import { planPages } from './plan-pages.ts';
import { renderPages } from './render-pages.ts';

const oneByOne = { run: renderIntoOne };
const inParts = {
  plan: planPages,
  part: (...[task, pages, context]: Parameters<typeof renderPages>) => renderPages(task, pages, context),
};

export default defineWorker<ResolvedPdfToImageOptions, readonly number[]>(({ options }) =>
  isJoined(options) ? oneByOne : inParts,
);
