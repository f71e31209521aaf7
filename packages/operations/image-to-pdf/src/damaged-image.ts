import { processingFailed } from '@platen/core';

/** `damaged_file`, naming the file. */
export function damaged(fileName: string, cause?: unknown): Error {
  return processingFailed('damaged_file', `The image "${fileName}" is damaged or cut off`, { fileName, cause });
}
