import { ConversionError, invalidRequest } from '@platen/core';
import { type RequestMessage, readBody } from '@platen/http';
import { within } from './within.ts';

/** Far above any form of the dashboard. */
const maxBytes = 32 * 1024;
const maxMs = 15_000;

/** The JSON object a request carries. Rejects with `INVALID_REQUEST` or `UNSUPPORTED_FORMAT`. */
export async function readJson(message: RequestMessage): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json\s*(;|$)/i.test(message.headers['content-type'] ?? '')) {
    throw new ConversionError('UNSUPPORTED_FORMAT', 'The body must be application/json', {
      details: { accepted: ['application/json'] },
    });
  }
  const value = message.readableDidRead
    ? parsedByHost(message)
    : parse(await within(maxMs, 'the body', readBody(message, maxBytes)));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalidRequest([{ field: 'body', problem: 'must be a JSON object' }]);
}

/** What a body parser of the host made of it, which Express keeps beside the request. */
function parsedByHost(message: RequestMessage): unknown {
  return 'body' in message ? message.body : null;
}

function parse(body: Buffer | null): unknown {
  if (body === null) throw invalidRequest([{ field: 'body', problem: `is longer than ${maxBytes} bytes` }]);
  try {
    return JSON.parse(body.toString());
  } catch {
    return null; // Said by the caller: it is no object.
  }
}
