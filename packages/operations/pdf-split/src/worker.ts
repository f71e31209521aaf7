import { defineWorker } from '@platen/core';
import type { PdfSplitOptions } from './operation.ts';
import { splitFile } from './split-file.ts';

export default defineWorker<PdfSplitOptions>({ run: splitFile });
