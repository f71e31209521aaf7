import { defineWorker } from '@platen/core';
import { convertToWord } from './convert-to-word.ts';
import type { PdfToWordOptions } from './operation.ts';

export default defineWorker<PdfToWordOptions>({ run: convertToWord });
