import { ConversionError, type ErrorCode } from '@platen/core';
import { StartError } from '@platen/host/folder-problem';
import { UsageError } from './usage-error.ts';

/** The exit codes of `platen`. */
export const exitCodes = {
  success: 0,
  /** Something nobody expected. */
  internal: 1,
  /** The command line, an option or the kind of file is wrong: trying again will not help. */
  usage: 2,
  /** The file could not be converted. */
  conversion: 3,
  /** Something it needs is missing, busy or full. */
  unavailable: 4,
  /** Of several files, some could not be converted; the others were. */
  incomplete: 5,
  /** Stopped by Ctrl-C, as a shell counts it: 128 + SIGINT. */
  interrupted: 130,
  /** Ended by SIGTERM, counted likewise. */
  terminated: 143,
  /** Ended with its terminal, by SIGHUP. */
  hungUp: 129,
} as const;

/** An exit code of `platen`: a value of `exitCodes`. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const byErrorCode: Partial<Record<ErrorCode, ExitCode>> = {
  INVALID_REQUEST: exitCodes.usage,
  UNSUPPORTED_FORMAT: exitCodes.usage,
  FILE_TOO_LARGE: exitCodes.usage,
  NOT_FOUND: exitCodes.usage,
  PROCESSING_FAILED: exitCodes.conversion,
  PDF_ENCRYPTED: exitCodes.conversion,
  SERVICE_UNAVAILABLE: exitCodes.unavailable,
  CANCELLED: exitCodes.interrupted,
};

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof StartError) return exitCodes.unavailable;
  return (ConversionError.is(error) ? byErrorCode[error.code] : undefined) ?? exitCodes.internal;
}
