import { ConversionError } from '@platen/core';
import { errorCode } from '@platen/core/internal';
import { StartError } from '@platen/host/folder-problem';
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
  else if (ConversionError.is(error)) terminal.note(`platen: ${message} (${code})`);
  else terminal.note(`platen: something unexpected went wrong\n${message}`);
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
