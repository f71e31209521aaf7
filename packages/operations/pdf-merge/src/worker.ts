import { defineWorker } from '@platen/core';
import { mergeFiles } from './merge-files.ts';
import type { PdfMergeOptions } from './operation.ts';

export default defineWorker<PdfMergeOptions>({ run: mergeFiles });
