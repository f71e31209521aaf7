import { limitExceeded } from '@platen/core';

/** The number of bytes to which the compressed streams of one file may still inflate. All readers of the file share it. */
export interface InflateBudget {
  readonly remaining: number;
  /** Subtracts `bytes`; throws `damaged_file` when that is more than what remains. */
  spend(bytes: number): void;
  /** The error of a budget that is used up. */
  exceeded(): Error;
}

/**
 * A budget of `maxInflatedBytes` for all streams of one file; past it `damaged_file` is thrown, with the limit and
 * `fileName`.
 */
export function createInflateBudget(maxInflatedBytes: number, fileName?: string): InflateBudget {
  let remaining = maxInflatedBytes;
  const exceeded = () =>
    limitExceeded('damaged_file', `The streams of the file inflate to more than ${maxInflatedBytes} bytes`, {
      limit: 'maxInflatedBytes',
      allowed: maxInflatedBytes,
      fileName,
    });
  return {
    get remaining() {
      return remaining;
    },
    spend(bytes) {
      if (bytes > remaining) throw exceeded();
      remaining -= bytes;
    },
    exceeded,
  };
}

const megabyte = 1024 * 1024;

/**
 * The bytes that objects and cross-references of a file may inflate to, which are read byte by byte. They deflate to a tenth,
 * seldom to a fiftieth: what claims more is a bomb.
 */
export function textBytesAllowed(fileBytes: number, maxInflatedBytes: number): number {
  return Math.min(maxInflatedBytes, 16 * megabyte + 50 * fileBytes);
}

/**
 * The same of page content, and of what it is drawn with. 15 MB of one operator again and again are 20 to 70 kilobytes of a
 * file, and take the readers of text and tables 10 to 30 s; of 329 real files, none has above 50 bytes for each of its own.
 */
export function contentBytesAllowed(fileBytes: number, maxInflatedBytes: number): number {
  return Math.min(maxInflatedBytes, 4 * megabyte + 50 * fileBytes);
}
