import { ConversionError, invalidRequest } from '@platen/core';
import type { RequestMessage } from '@platen/http';
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
    : parse(await within(maxMs, 'the body', readText(message)));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalidRequest([{ field: 'body', problem: 'must be a JSON object' }]);
}

/** What a body parser of the host made of it, which Express keeps beside the request. */
function parsedByHost(message: RequestMessage): unknown {
  return 'body' in message ? message.body : null;
}

async function readText(message: RequestMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw invalidRequest([{ field: 'body', problem: `is longer than ${maxBytes} bytes` }]);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Said by the caller: it is no object.
  }
}
