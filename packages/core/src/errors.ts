import { errorCode, isError } from './error-code.ts';
import { isFault } from './fault.ts';
import { defaultLimits, type LimitName, structureLimits } from './limits.ts';

/** One row of the error table: the HTTP status of a code, and whether trying again can help. */
interface ErrorRow {
  readonly status: number;
  readonly retry?: true;
}

/**
 * Every error code of Platen, the HTTP status it answers with and its retry rule. This is the only place where they meet.
 * `CANCELLED` never reaches the wire: a cancelled job has a status, not an error; `NOT_RETRYABLE` is for those who manage jobs.
 */
export const errorTable = {
  INVALID_REQUEST: { status: 400 },
  UNAUTHORIZED: { status: 401 },
  QUOTA_EXCEEDED: { status: 402 },
  FORBIDDEN: { status: 403 },
  JOB_NOT_FOUND: { status: 404 },
  NOT_FOUND: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  CANCELLED: { status: 409 },
  IDEMPOTENCY_CONFLICT: { status: 409 },
  NOT_RETRYABLE: { status: 409 },
  LINK_EXPIRED: { status: 410 },
  OUTPUT_DAMAGED: { status: 410 },
  FILE_TOO_LARGE: { status: 413 },
  UNSUPPORTED_FORMAT: { status: 415 },
  PDF_ENCRYPTED: { status: 422 },
  RATE_LIMITED: { status: 429 },
  INTERNAL_ERROR: { status: 500 },
  PROCESSING_FAILED: { status: 500 },
  SERVICE_UNAVAILABLE: { status: 503, retry: true },
} as const satisfies Record<string, ErrorRow>;

/** A code of the error table: stable, for programs to branch on. */
export type ErrorCode = keyof typeof errorTable;

/** Why a conversion failed (`details.reason` of `PROCESSING_FAILED`), and whether another attempt can help. */
export const failureReasons = {
  damaged_file: { retry: false },
  timeout: { retry: false },
  out_of_memory: { retry: false },
  page_out_of_range: { retry: false },
  page_limit: { retry: false },
  no_tables: { retry: false },
  pixel_limit: { retry: false },
  structure_limit: { retry: false },
  output_limit: { retry: false },
  worker_crashed: { retry: true },
  internal: { retry: false },
} as const satisfies Record<string, { readonly retry: boolean }>;

/** A reason of the table above. */
export type FailureReason = keyof typeof failureReasons;

/** One thing wrong with a request; `INVALID_REQUEST` lists all of them at once in `details.errors`. */
export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
  readonly allowed?: readonly (string | number | boolean)[];
}

/** A `ConversionError` as plain data: what crosses a thread or process and what a job record keeps. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** `details` are shown to callers; `cause` goes to the log only. */
export interface ConversionErrorOptions {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

const marker = Symbol.for('platen.ConversionError');

/**
 * The one error Platen rejects with. `message` and `details` are safe to show to the caller of an API:
 * they never hold a path, a stack or a secret. What led to it is in `cause` and goes to the log only.
 */
export class ConversionError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, { details = {}, cause }: ConversionErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ConversionError';
    this.code = code;
    this.details = details;
    Object.defineProperty(this, marker, { value: true });
  }

  /** The HTTP status of this error's code. */
  get status(): number {
    return errorTable[this.code].status;
  }

  /** True for a `ConversionError` of any copy or version of this package: a symbol check, never `instanceof`. */
  static is(value: unknown): value is ConversionError {
    return typeof value === 'object' && value !== null && marker in value;
  }

  static fromData(data: ErrorData): ConversionError {
    return revive(data);
  }

  toData(): ErrorData {
    return { code: this.code, message: this.message, details: this.details };
  }
}

/** Outside of the class, which builds rename to `_ConversionError` in stack traces when it refers to itself. */
function revive({ code, message, details }: ErrorData): ConversionError {
  return new ConversionError(code, message, { details });
}

/** Whether another attempt can help: what the tables above say of this error. */
export function canRetry({ code, details }: ErrorData): boolean {
  if (code !== 'PROCESSING_FAILED') return 'retry' in errorTable[code];
  return failureReasons[details.reason as FailureReason]?.retry ?? false;
}

/**
 * A failed conversion: `PROCESSING_FAILED` with its reason, and the file it is about where there is one. Where the cause is
 * a fault of this software, the file is not to blame whatever the reason given: the error is `INTERNAL_ERROR` then, with
 * the same details but for the reason.
 */
export function processingFailed(
  reason: FailureReason,
  message: string,
  {
    fileName,
    cause,
    ...details
  }: { readonly fileName?: string | undefined; readonly cause?: unknown; readonly [detail: string]: unknown } = {},
): ConversionError {
  const shown = { ...(fileName === undefined ? {} : { fileName }), ...details };
  if (isInternalError(cause)) return cause;
  // Memory runs out where it is asked for, by an error of any kind.
  if (reason !== 'out_of_memory' && isFault(cause)) return internalError(cause, shown);
  return new ConversionError('PROCESSING_FAILED', message, { details: { reason, ...shown }, cause });
}

/** `INTERNAL_ERROR` for a conversion that failed by a fault of this software. */
function internalError(cause: unknown, details: Readonly<Record<string, unknown>>): ConversionError {
  return new ConversionError('INTERNAL_ERROR', 'The conversion failed because of a fault in the software', {
    details,
    cause,
  });
}

function isInternalError(error: unknown): error is ConversionError {
  return ConversionError.is(error) && error.code === 'INTERNAL_ERROR';
}

/** A file past a limit: which one, what it allows, and what the file has where that is known. */
export function limitExceeded(
  reason: FailureReason,
  message: string,
  details: {
    readonly limit: LimitName;
    readonly allowed: number;
    readonly actual?: number;
    readonly fileName?: string | undefined;
    readonly [detail: string]: unknown;
  },
): ConversionError {
  return processingFailed(reason, message, details);
}

/** Whether an error is one of `limitExceeded`. */
export function isLimitExceeded(error: unknown): error is ConversionError {
  if (!ConversionError.is(error) || error.code !== 'PROCESSING_FAILED') return false;
  const limit = String(error.details.limit);
  return limit in defaultLimits || limit in structureLimits;
}

/** `PDF_ENCRYPTED`: the file does not open without a password, or not with the one given. */
export function pdfEncrypted(password: string | undefined, fileName: string | undefined): ConversionError {
  const given = password !== undefined && password !== '';
  const file = fileName ?? 'The PDF';
  return new ConversionError(
    'PDF_ENCRYPTED',
    given ? `The password does not open ${file}` : `${file} needs a password`,
    {
      details: {
        reason: given ? 'password_incorrect' : 'password_required',
        ...(fileName === undefined ? {} : { fileName }),
      },
    },
  );
}

/** `PDF_ENCRYPTED`: no password opens the file, because it is encrypted for the holders of certificates, say. */
export function encryptionUnsupported(fileName: string | undefined): ConversionError {
  const message = `${fileName ?? 'The PDF'} is encrypted for certificates, or in a way that is not supported`;
  const details = { reason: 'encryption_unsupported', ...(fileName === undefined ? {} : { fileName }) };
  return new ConversionError('PDF_ENCRYPTED', message, { details });
}

/** What a job that is unknown, another owner's or purged is answered with: they cannot be told apart. */
export function jobNotFound(): ConversionError {
  return new ConversionError('JOB_NOT_FOUND', 'There is no such job');
}

/** `INVALID_REQUEST` for every problem found, in one answer. */
export function invalidRequest(errors: readonly FieldProblem[]): ConversionError {
  const message = errors.map(({ field, problem }) => `${field}: ${problem}`).join('; ');
  return new ConversionError('INVALID_REQUEST', message, { details: { errors } });
}

/** `SERVICE_UNAVAILABLE` for a disk or folder that cannot be used, or is gone. */
export function storageUnavailable(cause: unknown): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', 'The storage is not available', {
    details: { reason: 'storage_unavailable' },
    cause,
  });
}

/** `SERVICE_UNAVAILABLE` for a disk without room. */
export function storageFull(cause: unknown): ConversionError {
  return shortageOf('storage_full', cause);
}

/** `SERVICE_UNAVAILABLE` for a host that cannot start the workers of an operation. */
export function workersUnavailable(cause: unknown): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', 'Conversions cannot be run at the moment; try again later', {
    details: { reason: 'workers_unavailable' },
    cause,
  });
}

/** Whether an error is one of `workersUnavailable`, also after it crossed a thread or process as data. */
export function isWorkersUnavailable({ code, details }: ErrorData): boolean {
  return code === 'SERVICE_UNAVAILABLE' && details.reason === 'workers_unavailable';
}

/** System errors that say the host itself is short of something, by what `details.reason` calls it. */
const shortages: Readonly<Record<string, ShortageReason>> = {
  EMFILE: 'host_overloaded',
  ENFILE: 'host_overloaded',
  ENOMEM: 'host_overloaded',
  ENOSPC: 'storage_full',
  EDQUOT: 'storage_full',
};
/** libvips, SQLite, and Node for threads, report system errors in their message, without a code. */
const shortageLines: readonly (readonly [RegExp, ShortageReason])[] = [
  [/^system error: (No space left on device|Disk quota exceeded)$/m, 'storage_full'],
  [/^database or disk is full$/m, 'storage_full'],
  [/^system error: Too many open files( in system)?$/m, 'host_overloaded'],
  [/^Worker initialization failure: (EMFILE|ENFILE|ENOMEM|EAGAIN)$/m, 'host_overloaded'],
];
type ShortageReason = keyof typeof shortageMessages;
const shortageMessages = {
  host_overloaded: 'The service is overloaded; try again later',
  storage_full: 'The storage is full',
};
/** The maximum depth of wrapped errors. */
const maxCauses = 8;

/**
 * `SERVICE_UNAVAILABLE` for an error that says, itself or by one of its causes, that the host ran out of descriptors,
 * memory or disk: nobody's file is to blame, and another attempt can help once the shortage is over. Null for any other.
 */
export function hostShortage(error: unknown): ConversionError | null {
  if (isShortage(error)) return error;
  let current = error;
  for (let depth = 0; depth < maxCauses && isError(current); depth += 1) {
    const reason = shortageReasonOf(current);
    if (reason !== undefined) return shortageOf(reason, error);
    current = current.cause;
  }
  return null;
}

function shortageOf(reason: ShortageReason, cause: unknown): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', shortageMessages[reason], { details: { reason }, cause });
}

function shortageReasonOf(error: Error): ShortageReason | undefined {
  const known = shortages[errorCode(error)];
  return known ?? shortageLines.find(([line]) => line.test(error.message))?.[1];
}

/** Whether an error is one of `hostShortage` already, also after it crossed a thread or process as data. */
function isShortage(error: unknown): error is ConversionError {
  return (
    ConversionError.is(error) &&
    error.code === 'SERVICE_UNAVAILABLE' &&
    String(error.details.reason) in shortageMessages
  );
}

/**
 * Anything thrown as a `ConversionError`: `SERVICE_UNAVAILABLE` when the host was short of something, else itself, or
 * `fallback` with the original as its cause.
 */
export function toConversionError(error: unknown, fallback: (cause: unknown) => ConversionError): ConversionError {
  return hostShortage(error) ?? (ConversionError.is(error) ? error : fallback(error));
}
