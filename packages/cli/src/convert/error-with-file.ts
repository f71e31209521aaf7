import { basename } from 'node:path';
import { ConversionError, type ErrorCode } from '@platen/core';
import { isError } from '@platen/core/internal';
import { StartError } from '@platen/host/folder-problem';
import { UsageError } from '../usage-error.ts';

/** Codes of errors that are not about a file. */
const aboutNoFile: readonly ErrorCode[] = ['CANCELLED', 'SERVICE_UNAVAILABLE', 'QUOTA_EXCEEDED', 'RATE_LIMITED'];

/** An error of a conversion with the file that it is about in its message, where it has none. */
export function errorWithFile(error: unknown, inputs: readonly string[]): unknown {
  const names = inputs.map((input) => basename(input));
  if (ConversionError.is(error)) {
    const { code, message, details } = error;
    const isNamed = names.some((name) => message.includes(name));
    if (isNamed || aboutNoFile.includes(code) || isAboutOptions(error)) return error;
    const name = typeof details.fileName === 'string' ? details.fileName : shown(names);
    return new ConversionError(code, `${name}: ${message}`, { details, cause: error.cause });
  }
  if (!isError(error) || error instanceof UsageError || error instanceof StartError) return error;
  // Nobody expected it: what is shown is its stack.
  return Object.assign(new Error(error.message, { cause: error }), { stack: `${shown(names)}: ${error.stack}` });
}

/** What is wrong with a request but for its files. */
function isAboutOptions({ code, details }: ConversionError): boolean {
  const errors = code === 'INVALID_REQUEST' && Array.isArray(details.errors) ? details.errors : [];
  return errors.length > 0 && errors.every(({ field }) => field !== 'file');
}

function shown([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
