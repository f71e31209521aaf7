import { ConversionError, type Limits } from '@platen/core';
import { type Exchange, readHeader } from './exchange.ts';

/** What a form may have besides the bytes of its files: fields, headers of parts, what comes before and after them. */
export const maxFormBytes = 1024 * 1024;

/** How large the body of a submission may be. */
export interface BodyLimit {
  /** The size of all files together, as error messages state it. */
  readonly limitBytes: number;
  /** The whole body, the form around the files included. */
  readonly maxBodyBytes: number;
}

/** The limit of a body with at most this many files. */
export function bodyLimit({ maxFileBytes, maxRequestBytes }: Limits, maxFiles: number): BodyLimit {
  const limitBytes = Math.min(maxRequestBytes, maxFiles * maxFileBytes);
  return { limitBytes, maxBodyBytes: limitBytes + maxFormBytes };
}

/** Rejects a body that announces itself as too large with `FILE_TOO_LARGE`, before any of it is read. */
export function checkContentLength({ request }: Exchange, limit: BodyLimit): void {
  const actualBytes = Number(readHeader(request, 'content-length') ?? 0);
  if (actualBytes > limit.maxBodyBytes) throw bodyTooLarge(actualBytes, limit);
}

export function bodyTooLarge(actualBytes: number, { limitBytes }: BodyLimit): ConversionError {
  return new ConversionError('FILE_TOO_LARGE', `The request exceeds the limit of ${limitBytes} bytes`, {
    details: { actualBytes, limitBytes },
  });
}

/** Nothing is left to read: the host has to know why. */
export function bodyAlreadyRead(what: string): ConversionError {
  return new ConversionError(
    'SERVICE_UNAVAILABLE',
    `${what} was read by a body parser of the host application before Platen saw it: mount Platen before multer or any other parser of bodies, or keep that parser off the paths of Platen`,
    { details: { reason: 'body_already_read' } },
  );
}
