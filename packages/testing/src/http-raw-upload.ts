import { expect } from 'vitest';
import { eventually, type HttpClient } from './http-client.ts';
import { multipartType } from './http-multipart.ts';
import { openRawConnection, type RawAnswer, requestHead } from './http-raw-client.ts';

/** Uploads to `test/copy` byte by byte as a rule wants them. */
export interface RawUpload {
  url(): URL;
  headers(key: string, contentLength: number): Readonly<Record<string, string | number>>;
  /** Writes all of a body before it reads a byte of the answer. */
  send(key: string, body: Buffer): Promise<RawAnswer>;
  /** The same without saying how long the body is. */
  sendChunked(key: string, body: Buffer): Promise<RawAnswer>;
  /** Expects that the next request is served and that no file is left behind. */
  expectServing(key: string): Promise<void>;
}

export function createRawUpload(client: () => HttpClient): RawUpload {
  const url = () => new URL(`${client().site.baseUrl}/api/v1/test/copy`);
  const headers: RawUpload['headers'] = (key, contentLength) => ({
    'X-API-Key': key,
    'Content-Type': multipartType,
    'Content-Length': contentLength,
  });
  return {
    url,
    headers,
    async send(key, body) {
      const connection = await openRawConnection(client().site.origin);
      await connection.write(requestHead('POST', url(), headers(key, body.length)));
      await connection.write(body);
      return connection.readAnswer();
    },
    async sendChunked(key, body) {
      const connection = await openRawConnection(client().site.origin);
      const { 'Content-Length': _, ...rest } = headers(key, 0);
      await connection.write(requestHead('POST', url(), { ...rest, 'Transfer-Encoding': 'chunked' }));
      await connection.write(`${body.length.toString(16)}\r\n`);
      await connection.write(body);
      await connection.write('\r\n0\r\n\r\n');
      return connection.readAnswer();
    },
    async expectServing(key) {
      const { site, submit } = client();
      expect((await submit(key)).status).toBe(202);
      await eventually(() => site.stagedFiles()).toEqual([]);
    },
  };
}
