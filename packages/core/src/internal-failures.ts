import type { ErrorData } from './errors.ts';
import type { JobRecord } from './job.ts';

/**
 * True if the software or its environment caused the error, not the file: `INTERNAL_ERROR`, or `PROCESSING_FAILED` with the
 * reason `internal`.
 */
export function isInternalFailure({ code, details }: Pick<ErrorData, 'code' | 'details'>): boolean {
  return code === 'INTERNAL_ERROR' || (code === 'PROCESSING_FAILED' && details.reason === 'internal');
}

/**
 * The internal failures in the record of a job: `failed` is the one that ended the job; `caught` are those that cost only a
 * part of a page, each with the warning `INTERNAL_ERROR`.
 */
export function internalFailures({ error, warnings }: Pick<JobRecord, 'error' | 'warnings'>): {
  readonly failed: string | null;
  readonly caught: readonly string[];
} {
  return {
    failed: error !== null && isInternalFailure(error) ? error.message : null,
    caught: warnings.filter(({ code }) => code === 'INTERNAL_ERROR').map(({ message }) => message),
  };
}
