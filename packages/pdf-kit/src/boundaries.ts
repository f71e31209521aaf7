import { ConversionError } from '@platen/core';
import { hostShortage, isFault, isMemoryRefusal } from '@platen/core/internal';

/** A part of a document that can be replaced by something simpler if it cannot be read. */
export interface Part {
  /** The part and its place, as the beginning of a sentence: `A table on page 3`. */
  readonly what: string;
  /** What the result has instead: `its text becomes paragraphs`. */
  readonly instead: string;
}

/**
 * Limits a failure to one part of a document. If `read` throws, the result is that of `less`, and a warning names the part.
 * Errors that do not concern the part are thrown: a `ConversionError` about the file, its limits or its password, refused
 * memory, and a host without resources.
 */
export interface Boundaries {
  within<Result>(part: Part, read: () => Result, less: () => Result): Result;
  withinAsync<Result>(part: Part, read: () => Promise<Result>, less: () => Result | Promise<Result>): Promise<Result>;
}

/**
 * Creates boundaries that report by `warn` of the context of a worker. A fault of the software gives the warning
 * `INTERNAL_ERROR` with its cause, which is logged and counted like a fault that fails a job. Parts that a library cannot
 * read give `PAGE_DEGRADED`.
 */
export function createBoundaries(warn: (code: string, message: string, cause?: unknown) => void): Boundaries {
  const report = ({ what, instead }: Part, error: unknown) => {
    if (isOfFile(error) || isMemoryRefusal(error) || hostShortage(error) !== null) throw error;
    const fault = ConversionError.is(error) ? (error.cause ?? error) : isFault(error) ? error : null;
    if (fault === null) warn('PAGE_DEGRADED', `${what} cannot be processed; ${instead}`);
    else warn('INTERNAL_ERROR', `${what} cannot be processed because of a fault in the software; ${instead}`, fault);
  };
  return {
    within(part, read, less) {
      try {
        return read();
      } catch (error) {
        report(part, error);
        return less();
      }
    },
    async withinAsync(part, read, less) {
      try {
        return await read();
      } catch (error) {
        report(part, error);
        return less();
      }
    },
  };
}

/** Boundaries that pass every error on, for callers that read a single part and want its errors. */
export const noBoundaries: Boundaries = { within: (_part, read) => read(), withinAsync: (_part, read) => read() };

function isOfFile(error: unknown): boolean {
  return ConversionError.is(error) && error.code !== 'INTERNAL_ERROR';
}
