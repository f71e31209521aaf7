import { defineWorker } from '@platen/core';
import { mergeFiles } from './merge-files.ts';
import type { ResolvedPdfMergeOptions } from './operation.ts';

export default defineWorker<ResolvedPdfMergeOptions>({ run: mergeFiles });
