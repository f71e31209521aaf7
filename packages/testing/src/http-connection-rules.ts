import { once } from 'node:events';
import { expect, test } from 'vitest';
import { eventually, formCall, type HttpClient, oneFile } from './http-client.ts';
import { multipartBody, pdfOf } from './http-multipart.ts';
import { openRawConnection, requestHead } from './http-raw-client.ts';
import { createRawUpload } from './http-raw-upload.ts';

const megabyte = 1024 * 1024;

/** Clients that break off, dawdle, or write without listening: the right answer, and the next request served. */
export function connectionRules(client: () => HttpClient): void {
  const { url, headers, send, sendChunked, expectServing } = createRawUpload(client);

  test('an upload that breaks off leaves nothing behind and gives its quota back', async () => {
    const { site, call } = client();
    const { key } = await site.createKey({ limits: { quotaPerMonth: 1 } });
    const body = multipartBody([{ fileName: 'cut.pdf', content: pdfOf(megabyte) }]);
    const { socket, write } = await openRawConnection(site.origin);
    await write(requestHead('POST', url(), headers(key, body.length)));
    await write(body.subarray(0, body.length / 2));
    await eventually(() => site.stagedFiles()).toHaveLength(1);
    socket.destroy();
    await eventually(() => site.stagedFiles()).toEqual([]);
    const quota = async () => (await call('/api/v1/account', { key })).json?.quota;
    await eventually(quota).toMatchObject({ used: 0 });
    await expectServing(key);
  });

  test('a client that writes everything before it reads still learns that its file is too large', async () => {
    const { site } = client();
    const { key } = await site.createKey({ limits: { maxFileBytes: 100_000 } });
    for (const sizeBytes of [megabyte, 30 * megabyte]) {
      const form = multipartBody([{ fileName: 'big.pdf', content: pdfOf(sizeBytes) }]);
      const { status, body, headers: answered } = await send(key, form);
      expect(status).toBe(413);
      expect(Number(answered['content-length'])).toBe(Buffer.byteLength(body));
      const { code, details } = JSON.parse(body);
      expect(code).toBe('FILE_TOO_LARGE');
      expect(details).toMatchObject({ limitBytes: 100_000 });
      expect(details.actualBytes).toBeGreaterThan(100_000);
    }
    await expectServing(key);
  });

  test('a refusal is sent while the client still writes', async () => {
    const { site } = client();
    const { key } = await site.createKey({ limits: { maxFileBytes: 1_000 } });
    const body = multipartBody([{ fileName: 'big.pdf', content: pdfOf(megabyte) }]);
    const { socket, write } = await openRawConnection(site.origin);
    await write(requestHead('POST', url(), headers(key, body.length)));
    await write(body.subarray(0, body.length / 2));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    await expectServing(key);
  });

  test('what is refused for its first bytes is not uploaded to the end', async () => {
    const { site } = client();
    const { key } = await site.createKey();
    const body = multipartBody([{ fileName: 'notes.pdf', content: Buffer.alloc(megabyte, 'text') }]);
    const { socket, write } = await openRawConnection(site.origin);
    await write(requestHead('POST', url(), headers(key, body.length)));
    await write(body.subarray(0, body.length / 4));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 415 /);
    socket.destroy();
  });

  test('the connection of a refused upload serves the next request', async () => {
    const { site } = client();
    const { key } = await site.createKey({ limits: { maxFileBytes: 1_000 } });
    const body = multipartBody([{ fileName: 'big.pdf', content: pdfOf(megabyte) }]);
    const connection = await openRawConnection(site.origin);
    const keepAlive = { ...headers(key, body.length), Connection: 'keep-alive' };
    await connection.write(requestHead('POST', url(), keepAlive));
    await connection.write(body);
    await once(connection.socket, 'data');
    await connection.write(requestHead('GET', new URL(`${site.baseUrl}/api/v1/account`), { 'X-API-Key': key }));
    expect((await connection.readAnswer()).status).toBe(200);
  });

  test('a second request under the Idempotency-Key of one still being received is a conflict', async () => {
    const { site, call } = client();
    const { key } = await site.createKey();
    const body = multipartBody(oneFile);
    const idempotent = { 'Idempotency-Key': 'slow' };
    const connection = await openRawConnection(site.origin);
    await connection.write(requestHead('POST', url(), { ...headers(key, body.length), ...idempotent }));
    await connection.write(body.subarray(0, 200));
    await eventually(() => site.stagedFiles()).toHaveLength(1);
    const second = await call('/api/v1/test/copy', formCall(key, oneFile, idempotent));
    expect({ status: second.status, code: second.json?.code }).toEqual({ status: 409, code: 'IDEMPOTENCY_CONFLICT' });
    expect(second.headers.get('Retry-After')).toBe('1');
    await connection.write(body.subarray(200));
    expect((await connection.readAnswer()).status).toBe(202);
  });

  test('a slow client is waited for', async () => {
    const { site } = client();
    const { key } = await site.createKey();
    const body = multipartBody(oneFile);
    const connection = await openRawConnection(site.origin);
    connection.socket.setNoDelay(true);
    await connection.write(requestHead('POST', url(), headers(key, body.length)));
    for (const byte of body) await connection.write(Uint8Array.of(byte));
    expect((await connection.readAnswer()).status).toBe(202);
  });

  test('an upload whose key is revoked before its end makes no job', async () => {
    const { site } = client();
    const { key, id } = await site.createKey();
    const body = multipartBody(oneFile);
    const connection = await openRawConnection(site.origin);
    await connection.write(requestHead('POST', url(), headers(key, body.length)));
    await connection.write(body.subarray(0, 200));
    await eventually(async () => (await site.stagedFiles()).length).toBe(1);
    await site.keys.revoke(id, site.clock.now());
    await connection.write(body.subarray(200));
    const { status, body: answer } = await connection.readAnswer();
    expect({ status, code: JSON.parse(answer).code }).toEqual({ status: 401, code: 'UNAUTHORIZED' });
    await eventually(() => site.stagedFiles()).toEqual([]);
  });

  test('a chunked upload of unknown length is taken', async () => {
    const { site } = client();
    const { key } = await site.createKey();
    const body = multipartBody(oneFile);
    expect((await sendChunked(key, body)).status).toBe(202);
  });

  test('a client that asks before it sends is told to go on', async () => {
    const { site } = client();
    const { key } = await site.createKey();
    const body = multipartBody(oneFile);
    const connection = await openRawConnection(site.origin);
    await connection.write(requestHead('POST', url(), { ...headers(key, body.length), Expect: '100-continue' }));
    const [interim] = (await once(connection.socket, 'data')) as [Buffer];
    expect(interim.toString()).toMatch(/^HTTP\/1\.1 100 /);
    await connection.write(body);
    expect((await connection.readAnswer()).status).toBe(202);
  });

  test('a slow reader of a large download gets all of it', async () => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const [output] = (await runJob(key, [{ fileName: 'large.pdf', content: pdfOf(8 * megabyte) }])).outputs;
    const connection = await openRawConnection(site.origin);
    await connection.write(requestHead('GET', new URL(output?.downloadUrl ?? ''), {}));
    let received = 0;
    for await (const chunk of connection.socket) {
      received += (chunk as Buffer).length;
      connection.socket.pause();
      await new Promise(setImmediate);
    }
    expect(received).toBeGreaterThan(8 * megabyte);
  });

  test('a download that is broken off does no harm', async () => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const before = site.logged.length;
    const [output] = (await runJob(key, [{ fileName: 'large.pdf', content: pdfOf(8 * megabyte) }])).outputs;
    const { socket, write } = await openRawConnection(site.origin);
    await write(requestHead('GET', new URL(output?.downloadUrl ?? ''), {}));
    await once(socket, 'data');
    socket.destroy();
    await expectServing(key);
    expect(site.logged.slice(before)).toEqual([]);
  });
}
