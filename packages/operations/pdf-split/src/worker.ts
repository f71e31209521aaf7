import { defineWorker } from '@platen/core';
import type { ResolvedPdfSplitOptions } from './operation.ts';
import { splitFile } from './split-file.ts';

export default defineWorker<ResolvedPdfSplitOptions>({ run: splitFile });
