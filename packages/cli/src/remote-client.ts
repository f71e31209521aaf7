import { type Client, type ClientOptions, createClient, type OperationMap, PlatenError } from '@platen/client';
import { ConversionError, errorTable } from '@platen/core';
import { StartError } from '@platen/host/folder-problem';
import { UsageError } from './usage-error.ts';

/** Which server, and under which key. */
export interface ServerAddress {
  readonly url: string;
  readonly apiKey: string;
}

/** A client of a server; throws a `UsageError` when that is no URL. */
export function openClient(
  { url, apiKey }: ServerAddress,
  options: Omit<ClientOptions, 'url' | 'apiKey'> = {},
): Client<OperationMap> {
  try {
    return createClient<OperationMap>({ ...options, url, apiKey });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`--server: ${error.message}`) : error;
  }
}

/** An error of a client as one that a command in this process would have. */
export function toLocalError(error: unknown): unknown {
  if (!PlatenError.is(error)) return error;
  const { code, message, details } = error;
  if (code === 'UNAUTHORIZED' || code === 'FORBIDDEN') {
    return new UsageError(`the server says: ${message}`, { cause: error });
  }
  const known = Object.keys(errorTable).find((name): name is keyof typeof errorTable => name === code);
  if (known !== undefined) return new ConversionError(known, message, { details, cause: error });
  return new StartError(`the server cannot be used: ${message}`, { cause: error });
}
