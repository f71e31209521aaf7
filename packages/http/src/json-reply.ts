import type { HttpReply } from './http-message.ts';

/** A reply with a JSON body. Its headers forbid caching and guessing of the type. */
export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): HttpReply {
  return textReply(status, 'application/json; charset=utf-8', JSON.stringify(value), headers);
}

/** A reply with a text body of the given type. */
export function textReply(
  status: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  const body = Buffer.from(text);
  return {
    status,
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(body.byteLength),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    body,
  };
}
