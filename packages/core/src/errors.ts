import { errorCode, isError } from './error-code.ts';
import { isFault } from './fault.ts';
import { defaultLimits, type LimitName, structureLimits } from './limits.ts';

/** One row of the error table: the HTTP status of a code, and whether trying again can help. */
interface ErrorRow {
  readonly status: number;
  readonly retry?: true;
}

/**
 * Every error code of Platen, with its HTTP status and its retry rule; nothing else defines them. `CANCELLED` is never sent
 * over HTTP: a cancelled job has a status, not an error. Only the routes that manage jobs answer `NOT_RETRYABLE`.
 */
export const errorTable = {
  /**
   * A field is missing or wrong, there are too few or too many files, a file is empty, or the form is malformed. Also
   * 416 for a `Range` outside the file, 412 for an `If-Match` with the tag of another file; and from `platen serve`
   * 408 for a request that does not end in time, 431 for headers that are too long, 417 for an `Expect` other than
   * `100-continue`.
   * @details `errors: [{field, problem, allowed?}]`, all at once
   */
  INVALID_REQUEST: { status: 400 },
  /** There is no key, or the key is unknown, revoked or expired. The message does not say which of the last three. */
  UNAUTHORIZED: { status: 401 },
  /**
   * The quota of jobs for this month is used up; `resetsAt` says when the next month begins.
   * @details `limit`, `used`, `resetsAt`
   */
  QUOTA_EXCEEDED: { status: 402 },
  /**
   * The key lacks a scope: an operation, `jobs:read`, `jobs:delete` or `webhooks`. Or a web page of another site calls `/mcp`
   * or the dashboard.
   * @details `scope`, or `reason`
   */
  FORBIDDEN: { status: 403 },
  /** The job is unknown, purged, or belongs to another owner. */
  JOB_NOT_FOUND: { status: 404 },
  /** There is no such route, or the link was changed. */
  NOT_FOUND: { status: 404 },
  /**
   * The route has other methods, which the header `Allow` names.
   * @details `allowed`
   */
  METHOD_NOT_ALLOWED: { status: 405 },
  /** The job was cancelled. Never answered over HTTP, where a cancelled job has a status instead of an error. */
  CANCELLED: { status: 409 },
  /**
   * Another request was sent under this `Idempotency-Key`. With `Retry-After` while the first one is still being
   * received.
   * @details `retryAfterSeconds?`
   */
  IDEMPOTENCY_CONFLICT: { status: 409 },
  /** The job has not failed, or its files are gone. Only below `/api/manage`. */
  NOT_RETRYABLE: { status: 409 },
  /**
   * The link has expired, its key was revoked, or its file was removed. A poll of the job returns new links while the files are kept.
   * @details `expiredAt`
   */
  LINK_EXPIRED: { status: 410 },
  /**
   * The file of a link is missing in the storage, or was changed there. Convert the file again.
   * @details `fileName`
   */
  OUTPUT_DAMAGED: { status: 410 },
  /**
   * A file or the request is larger than allowed. The answer comes at the first byte too many, or at once if the `Content-Length`
   * is too large.
   * @details `actualBytes`, `limitBytes`, `fileName?`
   */
  FILE_TOO_LARGE: { status: 413 },
  /**
   * The content of a file has a type that the operation does not accept; or the request is not a multipart form, or is
   * compressed.
   * @details `detected`, `accepted`, `fileName?`
   */
  UNSUPPORTED_FORMAT: { status: 415 },
  /**
   * In the job: the file needs a password, or the password does not open it.
   * @details `reason`, `fileName?`
   */
  PDF_ENCRYPTED: { status: 422 },
  /**
   * Too many requests, bad keys or event streams. With `Retry-After`.
   * @details `limit?`, `windowSeconds?`, `retryAfterSeconds`, `reason?`
   */
  RATE_LIMITED: { status: 429 },
  /**
   * A fault of the software, in an answer or in the job. It is never the fault of the file; the log has the stack.
   * @details in a job `fileName?`, `page?`
   */
  INTERNAL_ERROR: { status: 500 },
  /**
   * In the job: the conversion failed.
   * @details `reason`, `fileName?`; if a limit was exceeded, also `limit`, `allowed`, `actual?`
   */
  PROCESSING_FAILED: { status: 500 },
  /**
   * The server cannot take the request now. Send it again after `Retry-After`.
   * @details `reason`
   */
  SERVICE_UNAVAILABLE: { status: 503, retry: true },
} as const satisfies Record<string, ErrorRow>;

/** A code of the error table: stable, for programs to branch on. */
export type ErrorCode = keyof typeof errorTable;

/** Why a conversion failed (`details.reason` of `PROCESSING_FAILED`), and whether another attempt can help. */
export const failureReasons = {
  /** The file is damaged and cannot be read. Get another copy of it. */
  damaged_file: { retry: false },
  /** The conversion took longer than allowed. Send fewer pages or smaller files, or raise `maxRunMs`. */
  timeout: { retry: false },
  /** The conversion needed more memory than allowed. Send fewer pages or smaller files. */
  out_of_memory: { retry: false },
  /** The document does not have the selected pages. Select pages that exist. */
  page_out_of_range: { retry: false },
  /** The document, or the selection, has more than `maxPages` pages. Select fewer, or split the document first. */
  page_limit: { retry: false },
  /** The selected pages have no tables. `content: all` also writes their text. */
  no_tables: { retry: false },
  /** A page or an image has too many pixels. For a page, lower the `dpi`: the message says how far. */
  pixel_limit: { retry: false },
  /** The objects of the file refer to each other so often that reading them would take minutes. `limit` names the bound. */
  structure_limit: { retry: false },
  /** The job would write too many files or bytes; `limit` names the bound. Ask for fewer. */
  output_limit: { retry: false },
  /** The file crashed its worker twice. Tell the operator. */
  worker_crashed: { retry: true },
  /**
   * The file is not at fault: language data is not installed, the storage lost a file, or a library failed without a reason.
   * Tell the operator.
   */
  internal: { retry: false },
} as const satisfies Record<string, { readonly retry: boolean }>;

/** A reason of `failureReasons`. */
export type FailureReason = keyof typeof failureReasons;

/** Every other `details.reason`, with the codes that have it. */
export const otherReasons = {
  /** The file needs a password. Send the field `password`. */
  password_required: ['PDF_ENCRYPTED'],
  /** The password does not open the file. Send the right one in the field `password`. */
  password_incorrect: ['PDF_ENCRYPTED'],
  /** The file is encrypted for the holders of certificates, or in an unknown way. Have it saved without encryption. */
  encryption_unsupported: ['PDF_ENCRYPTED'],
  /** Too many jobs are waiting, in total or for this owner. Send the request again later. */
  queue_full: ['SERVICE_UNAVAILABLE'],
  /** The server is stopping. Send the request again. */
  draining: ['SERVICE_UNAVAILABLE'],
  /** The database does not answer. Send the request again later; the log has the cause. */
  store_unavailable: ['SERVICE_UNAVAILABLE'],
  /** The file store does not answer. Send the request again later; the log has the cause. */
  storage_unavailable: ['SERVICE_UNAVAILABLE'],
  /** The queue does not answer. Send the request again later; the log has the cause. */
  queue_unavailable: ['SERVICE_UNAVAILABLE'],
  /** This server does not run the operation of the job. */
  unknown_operation: ['SERVICE_UNAVAILABLE'],
  /** The disk is full. Tell the operator, and send the request again later. */
  storage_full: ['SERVICE_UNAVAILABLE'],
  /** The server cannot start the workers of the operation. Its log and `platen doctor` name the cause. */
  workers_unavailable: ['SERVICE_UNAVAILABLE'],
  /** The server has no file descriptors or no memory left. Send the request again later. */
  host_overloaded: ['SERVICE_UNAVAILABLE'],
  /** The server or this owner has too many open event streams. Close some of them, or poll. */
  too_many_streams: ['SERVICE_UNAVAILABLE', 'RATE_LIMITED'],
  /** Too many people are signing in to the dashboard at once. Try again after `Retry-After`. */
  sign_in_busy: ['RATE_LIMITED'],
  /** A parser of the host read the upload before Platen did. Mount Platen before that parser. */
  body_already_read: ['SERVICE_UNAVAILABLE'],
  /** The queue or the bus of this node was closed: the server is stopping. */
  queue_closed: ['SERVICE_UNAVAILABLE'],
  /** The queue or the bus of this node was closed: the server is stopping. */
  bus_closed: ['SERVICE_UNAVAILABLE'],
  /** The runtime cannot confine worker processes. The message says what to do. */
  unsupported_runtime: ['SERVICE_UNAVAILABLE'],
  /** The store answered the dashboard too slowly. Try again. */
  too_slow: ['SERVICE_UNAVAILABLE'],
  /** A page of another site called the dashboard or `/mcp`. */
  cross_site: ['FORBIDDEN'],
  /** The result cannot be written to the folder that an agent asked for. */
  output_not_written: ['PROCESSING_FAILED'],
} as const satisfies Record<string, readonly ErrorCode[]>;

/** One error of a request; `INVALID_REQUEST` lists all of them in `details.errors`. */
export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
  readonly allowed?: readonly (string | number | boolean)[];
}

/** A `ConversionError` as plain data, which passes between threads and processes and is kept in job records. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Options of a `ConversionError`: callers see `details`; only the log has `cause`. */
export interface ConversionErrorOptions {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

const marker = Symbol.for('platen.ConversionError');

/**
 * The error with which all calls of Platen reject. `message` and `details` are safe to show to callers: they contain no
 * path, stack or secret. The original error is in `cause`, for the log only.
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

  /** The HTTP status of `code`. */
  get status(): number {
    return errorTable[this.code].status;
  }

  /** True for a `ConversionError` of any copy or version of this package. `instanceof` would miss those of another copy. */
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

/** True if another attempt can help, according to the tables above. */
export function canRetry({ code, details }: ErrorData): boolean {
  if (code !== 'PROCESSING_FAILED') return 'retry' in errorTable[code];
  return failureReasons[details.reason as FailureReason]?.retry ?? false;
}

/**
 * The error of a failed conversion: `PROCESSING_FAILED` with its reason and, if there is one, the file. If the cause is a
 * fault of this software, the file is not to blame: the error is then `INTERNAL_ERROR`, with the same details except the
 * reason.
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

/** The error of a file that exceeds a limit. `details` name the limit, its value and, if known, the value of the file. */
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

/** True if `limitExceeded` made the error. */
export function isLimitExceeded(error: unknown): error is ConversionError {
  if (!ConversionError.is(error) || error.code !== 'PROCESSING_FAILED') return false;
  const limit = String(error.details.limit);
  return limit in defaultLimits || limit in structureLimits;
}

/** `PDF_ENCRYPTED`: the file needs a password, or the given password does not open it. */
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

/** `PDF_ENCRYPTED`: no password opens the file, for example because it is encrypted for the holders of certificates. */
export function encryptionUnsupported(fileName: string | undefined): ConversionError {
  const message = `${fileName ?? 'The PDF'} is encrypted with certificates, or in a way that is not supported: save it without encryption`;
  const details = { reason: 'encryption_unsupported', ...(fileName === undefined ? {} : { fileName }) };
  return new ConversionError('PDF_ENCRYPTED', message, { details });
}

/** The error for a job that is unknown, purged, or belongs to another owner. Callers cannot tell these cases apart. */
export function jobNotFound(): ConversionError {
  return new ConversionError('JOB_NOT_FOUND', 'There is no such job');
}

/** `INVALID_REQUEST`, which lists all problems of a request in one answer. */
export function invalidRequest(errors: readonly FieldProblem[]): ConversionError {
  const message = errors.map(({ field, problem }) => `${field}: ${problem}`).join('; ');
  return new ConversionError('INVALID_REQUEST', message, { details: { errors } });
}

/** `SERVICE_UNAVAILABLE`: a disk or folder is missing or cannot be used. */
export function storageUnavailable(cause: unknown): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', 'The storage is not available', {
    details: { reason: 'storage_unavailable' },
    cause,
  });
}

/** `SERVICE_UNAVAILABLE`: the disk is full. */
export function storageFull(cause: unknown): ConversionError {
  return shortageOf('storage_full', cause);
}

/** `SERVICE_UNAVAILABLE`: the host cannot start the workers of an operation. */
export function workersUnavailable(cause: unknown): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', 'Conversions cannot be run at the moment; try again later', {
    details: { reason: 'workers_unavailable' },
    cause,
  });
}

/** True if `workersUnavailable` made the error, also after it was passed between threads or processes as data. */
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
 * `SERVICE_UNAVAILABLE` if an error or one of its causes says that the host ran out of descriptors, memory or disk. Then no
 * file is to blame, and another attempt can help when the shortage is over. Null for any other error.
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
 * Returns a `ConversionError` for anything that was thrown: `SERVICE_UNAVAILABLE` if the host ran out of a resource, the
 * error itself if it is a `ConversionError`, otherwise `fallback` with the error as its cause.
 */
export function toConversionError(error: unknown, fallback: (cause: unknown) => ConversionError): ConversionError {
  return hostShortage(error) ?? (ConversionError.is(error) ? error : fallback(error));
}
