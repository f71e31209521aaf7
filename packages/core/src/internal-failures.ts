import type { ErrorData } from './errors.ts';
import type { JobRecord } from './job.ts';

/**
 * Whether an error is about the software or its surroundings rather than about the file: `INTERNAL_ERROR`, or
 * `PROCESSING_FAILED` with the reason `internal`.
 */
export function isInternalFailure({ code, details }: Pick<ErrorData, 'code' | 'details'>): boolean {
  return code === 'INTERNAL_ERROR' || (code === 'PROCESSING_FAILED' && details.reason === 'internal');
}

/**
 * The internal failures in the record of a job: the one that it `failed` with, and those that were `caught`, each with the
 * warning `INTERNAL_ERROR`, so that they cost a part of a page rather than the document.
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
