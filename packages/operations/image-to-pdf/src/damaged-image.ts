import { ConversionError, processingFailed } from '@platen/core';

/** What decoders say about a file that is whole but of a kind they were not built for. */
const unsupportedKind = new RegExp(
  [
    'not supported',
    'not configured',
    'unsupported (?:jpeg|jpg|tiff)',
    'not a whole number of bytes',
    'not 1 bands',
    'samples out of range',
    'old-style LZW',
    'can not handle image',
    'decoding is not implemented',
    'unsupported color conversion',
  ].join('|'),
  'i',
);

/** `UNSUPPORTED_FORMAT` when the decoder does not know the variant of the format, else `damaged_file`. */
export function undecodable(fileName: string, detected: string, cause: unknown): Error {
  if (!(cause instanceof Error) || !unsupportedKind.test(cause.message)) return damaged(fileName, cause);
  return unsupportedVariant(fileName, detected, cause);
}

/** `UNSUPPORTED_FORMAT`, naming the file. */
export function unsupportedVariant(fileName: string, detected: string, cause?: unknown): Error {
  return new ConversionError(
    'UNSUPPORTED_FORMAT',
    `"${fileName}" is in a variant of ${detected} that cannot be read: save it in another format`,
    {
      details: { detected, fileName },
      cause,
    },
  );
}

/** `damaged_file`, naming the file. */
export function damaged(fileName: string, cause?: unknown): Error {
  return processingFailed('damaged_file', `The image "${fileName}" is damaged or cut off`, { fileName, cause });
}
