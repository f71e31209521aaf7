import type { PageReadingOptions } from '@platen/pdf-kit/ocr-settings';
import type { DocumentJob } from './document-job.ts';

/** What the reading of a document is told, whatever format is written: the options of an operation include these. */
export interface ReadingOptions extends PageReadingOptions, Pick<DocumentJob, 'layout'> {}
