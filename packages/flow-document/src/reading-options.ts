import type { PageReadingOptions } from '@platen/pdf-kit/ocr-settings';
import type { DocumentJob } from './document-job.ts';

/** The options of reading a document, for all output formats. The options of an operation include them. */
export interface ReadingOptions extends PageReadingOptions, Pick<DocumentJob, 'layout'> {}
