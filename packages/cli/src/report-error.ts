import { ConversionError } from '@platen/core';
import { errorCode } from '@platen/core/internal';
import { StartError } from '@platen/host/folder-problem';
import { flagOf } from './options/operation-flags.ts';
import { ResultExistsError } from './place-file.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** What went wrong, as a command says it. */
export interface Failure {
  /** That of the error table, or `RESULT_EXISTS`, `USAGE`, `UNAVAILABLE`, `INTERNAL_ERROR`. */
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Whether a command line asks for JSON, however wrong the rest of it is. */
export function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes('--json');
}

/** Prints an error as `{"error": {code, message, details}}` where the result would have been. */
export function reportAsJson(error: unknown, terminal: Terminal): void {
  terminal.print(JSON.stringify({ error: describeError(error) }));
}

/** Prints an error in a line; `help` is the command line that helps with a wrong one. */
export function reportInWords(error: unknown, help: string, terminal: Terminal): void {
  const { code, message } = describeError(error);
  if (error instanceof UsageError) terminal.note(`platen: ${message} (see ${help})`);
  else if (error instanceof StartError) terminal.note(`platen: ${message}`);
  else if (ConversionError.is(error)) terminal.note(`platen: ${withFlags(error) ?? message} (${code})`);
  else terminal.note(`platen: something unexpected went wrong\n${message}`);
}

/** Problems with options under the names of their flags, as they were typed; null for other errors. */
function withFlags({ code, details }: ConversionError): string | null {
  const problems = code === 'INVALID_REQUEST' && Array.isArray(details.errors) ? details.errors : [];
  if (problems.length === 0 || problems.some(({ field }) => notFlags.includes(field))) return null;
  return problems.map(({ field, problem }) => `${flagOfField(field)}: ${problem}`).join('; ');
}

/** Fields of a request that no flag sets. */
const notFlags: readonly unknown[] = ['file', 'files', 'body', 'Host', 'Idempotency-Key'];

/** `maxSize` is `--max-size`, and `pages.1` the second `--pages`. */
function flagOfField(field: string): string {
  const [name = '', index] = field.split('.');
  return index === undefined ? `--${flagOf(name)}` : `--${flagOf(name)}, item ${Number(index) + 1}`;
}

/** An error as the JSON of commands has it. */
export function describeError(error: unknown): Failure {
  if (ConversionError.is(error)) return { code: error.code, message: messageOf(error), details: error.details };
  if (error instanceof ResultExistsError) return { code: 'RESULT_EXISTS', message: error.message, details: {} };
  if (error instanceof UsageError) return { code: 'USAGE', message: error.message, details: {} };
  if (error instanceof StartError) return { code: 'UNAVAILABLE', message: error.message, details: {} };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'INTERNAL_ERROR', message, details: {} };
}

/** What is missing here is the user's own to mend: the folder that cannot be written, the disk that is full. */
function messageOf({ code, message, cause }: ConversionError): string {
  return code === 'SERVICE_UNAVAILABLE' && errorCode(cause) !== ''
    ? `${message}: ${(cause as Error).message}`
    : message;
}
