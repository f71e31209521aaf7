import { ConversionError } from '@platen/core';
import { hostShortage, isFault, isMemoryRefusal } from '@platen/core/internal';

/** A part of a document that can be read as less than it is. */
export interface Part {
  /** What it is and where, as a sentence begins with it: `A table on page 3`. */
  readonly what: string;
  /** What becomes of it where it cannot be read: `its text becomes paragraphs`. */
  readonly instead: string;
}

/**
 * Keeps what goes wrong in one part of a document in that part: where `read` throws, the result is that of `less`, and a
 * warning names the part. What is no matter of the part passes: a `ConversionError` about the file, its limits or its
 * password, memory that was refused, a host that is short of something.
 */
export interface Boundaries {
  within<Result>(part: Part, read: () => Result, less: () => Result): Result;
  withinAsync<Result>(part: Part, read: () => Promise<Result>, less: () => Result | Promise<Result>): Promise<Result>;
}

/**
 * Boundaries that report by `warn` of the context of a worker. A fault of the software is the warning `INTERNAL_ERROR` with
 * its cause, which is logged and counted like one that fails a job; what a library could not read is `PAGE_DEGRADED`.
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

/** For those who read a part alone and want to know what goes wrong in it. */
export const noBoundaries: Boundaries = { within: (_part, read) => read(), withinAsync: (_part, read) => read() };

function isOfFile(error: unknown): boolean {
  return ConversionError.is(error) && error.code !== 'INTERNAL_ERROR';
}
