import type { ApiErrorCode } from './api-types.ts';

/**
 * Why a call failed: a code of the server, or one of these codes of the client. `NETWORK_ERROR`: no answer arrived.
 * `UNEXPECTED_ANSWER`: the answer is not from Platen, but for example from a proxy. `TIMEOUT`: a deadline of the client
 * passed. `CANCELLED`: the job was cancelled on the server.
 */
export type PlatenErrorCode = ApiErrorCode | 'NETWORK_ERROR' | 'UNEXPECTED_ANSWER' | 'TIMEOUT' | 'CANCELLED';

/** `details` of the codes that have a fixed shape. */
export interface ErrorDetails {
  readonly FILE_TOO_LARGE: { readonly actualBytes: number; readonly limitBytes: number; readonly fileName?: string };
  readonly UNSUPPORTED_FORMAT: {
    readonly detected?: string | null;
    readonly accepted: readonly string[];
    readonly fileName?: string;
  };
  readonly PDF_ENCRYPTED: {
    readonly reason: 'password_required' | 'password_incorrect' | 'encryption_unsupported';
    readonly fileName?: string;
  };
  readonly QUOTA_EXCEEDED: { readonly limit: number; readonly used: number; readonly resetsAt: string };
  readonly RATE_LIMITED: {
    readonly limit: number;
    readonly windowSeconds: number;
    readonly retryAfterSeconds: number;
  };
  readonly PROCESSING_FAILED: { readonly reason: string; readonly fileName?: string };
  readonly INVALID_REQUEST: {
    readonly errors: readonly {
      readonly field: string;
      readonly problem: string;
      readonly allowed?: readonly (string | number | boolean)[];
    }[];
  };
  readonly LINK_EXPIRED: { readonly expiredAt: string };
  readonly OUTPUT_DAMAGED: { readonly fileName?: string };
  readonly SERVICE_UNAVAILABLE: { readonly reason: string };
}

type DetailsOf<Code> = Code extends keyof ErrorDetails ? ErrorDetails[Code] : Readonly<Record<string, unknown>>;

export interface PlatenErrorSettings {
  readonly status?: number | undefined;
  readonly correlationId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly jobId?: string | undefined;
  readonly cause?: unknown;
}

const marker = Symbol.for('platen.PlatenError');

/** The error with which all calls of the client reject, except when their `signal` aborts. */
export class PlatenError extends Error {
  readonly code: PlatenErrorCode;
  /** HTTP status of the answer; null if there was no answer, or for the error of a job. */
  readonly status: number | null;
  /** Identifies the request in the log of the server; null if there was no answer. */
  readonly correlationId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** How long to wait before another attempt, as the server asks; null if it does not say. */
  readonly retryAfterMs: number | null;
  /** The job that the error is about; null if there is none yet. */
  readonly jobId: string | null;

  constructor(code: PlatenErrorCode, message: string, settings: PlatenErrorSettings = {}) {
    super(message, settings.cause === undefined ? undefined : { cause: settings.cause });
    this.name = 'PlatenError';
    this.code = code;
    this.status = settings.status ?? null;
    this.correlationId = settings.correlationId ?? null;
    this.details = settings.details ?? {};
    this.retryAfterMs = settings.retryAfterMs ?? null;
    this.jobId = settings.jobId ?? null;
    Object.defineProperty(this, marker, { value: true });
  }

  /**
   * True for a `PlatenError` of any copy of this package. With `code`, only for this code, whose `details` are then typed.
   */
  static is<Code extends PlatenErrorCode = PlatenErrorCode>(
    value: unknown,
    code?: Code,
  ): value is PlatenError & { readonly code: Code; readonly details: DetailsOf<Code> } {
    if (typeof value !== 'object' || value === null || !(marker in value)) return false;
    return code === undefined || ('code' in value && value.code === code);
  }
}
