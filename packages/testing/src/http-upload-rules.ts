import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { eventually, formCall, type HttpClient, oneFile } from './http-client.ts';
import { createFuzzer } from './http-fuzzer.ts';
import { type FormPart, multipartBody, multipartType, pdfOf } from './http-multipart.ts';
import { openRawConnection, type RawAnswer, requestHead } from './http-raw-client.ts';

const fuzzedBodies = 300;
const megabyte = 1024 * 1024;

/** Uploads no well-behaved client makes: the right answer, no file left behind, and the next request served. */
export function uploadRules(client: () => HttpClient): void {
  const uploadUrl = () => new URL(`${client().site.baseUrl}/api/v1/test/copy`);
  const headers = (key: string, length: number) => ({
    'X-API-Key': key,
    'Content-Type': multipartType,
    'Content-Length': length,
  });
  /** Writes all of a body before it reads a byte of the answer. */
  const sendRaw = async (key: string, body: Buffer, length = body.length): Promise<RawAnswer> => {
    const connection = await openRawConnection(client().site.origin);
    await connection.write(requestHead('POST', uploadUrl(), headers(key, length)));
    await connection.write(body);
    return connection.readAnswer();
  };
  const expectServing = async (key: string) => {
    const { site, submit } = client();
    expect((await submit(key)).status).toBe(202);
    await eventually(() => site.stagedFiles()).toEqual([]);
  };

  describe('file names', () => {
    test.each([
      ['a path', { fileName: '../../../../etc/passwd' }, 'passwd'],
      ['a Windows path', { fileName: 'C:\\temp\\report.pdf' }, 'report.pdf'],
      ['a name of dots', { fileName: '..' }, 'file'],
      ['an encoded NUL', { disposition: `form-data; name="file"; filename*=UTF-8''a%00b.pdf` }, 'ab.pdf'],
      ['an encoded path', { disposition: `form-data; name="file"; filename*=UTF-8''..%2F..%2Fx.pdf` }, 'x.pdf'],
      ['bidi controls', { fileName: 'invoice\u202efdp.exe' }, 'invoicefdp.exe'],
      ['10 000 characters', { fileName: `${'n'.repeat(10_000)}.pdf` }, `${'n'.repeat(196)}.pdf`],
      ['a device name', { fileName: 'NUL.pdf' }, '_NUL.pdf'],
    ] as const)('%s', async (_, part, expected) => {
      const { site, runJob } = client();
      const { key } = await site.createKey();
      const job = await runJob(key, [{ ...part, content: pdfOf(50) }]);
      expect(job.outputs.map(({ fileName }) => fileName)).toEqual([expected]);
    });

    test('a raw NUL makes the part unreadable', async () => {
      const { site } = client();
      const { key } = await site.createKey();
      const { status, body } = await sendRaw(key, multipartBody([{ fileName: 'a\0b.pdf', content: pdfOf(50) }]));
      expect({ status, code: JSON.parse(body).code }).toEqual({ status: 400, code: 'INVALID_REQUEST' });
    });

    test('a file whose name cannot be decoded is told, not dropped', async () => {
      const { site, call } = client();
      const { key } = await site.createKey();
      const bad: FormPart = { disposition: `form-data; name="file"; filename*=UTF-8''%ZZ.pdf`, content: pdfOf(50) };
      expect((await call('/api/v1/test/copy', formCall(key, [...oneFile, bad]))).status).toBe(400);
      await expectServing(key);
    });
  });

  describe('bodies', () => {
    test.each([
      ['a body without its end', multipartBody(oneFile).subarray(0, -30)],
      ['no multipart at all', Buffer.from('hello')],
      ['an empty body', Buffer.alloc(0)],
      ['a part without a header', Buffer.from('--platen-test-boundary\r\n\r\nx\r\n--platen-test-boundary--\r\n')],
    ])('%s is a malformed request', async (_, body) => {
      const { site } = client();
      const { key } = await site.createKey();
      const { status, body: answer } = await sendRaw(key, body);
      expect({ status, code: JSON.parse(answer).code }).toEqual({ status: 400, code: 'INVALID_REQUEST' });
      await expectServing(key);
    });

    test('a content type without a boundary is a malformed request', async () => {
      const { site, expectError } = client();
      const { key } = await site.createKey();
      const body = { key, method: 'POST', headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' };
      await expectError('INVALID_REQUEST', '/api/v1/test/copy', body);
    });

    test(`${fuzzedBodies} damaged bodies each get an answer of the interface`, async () => {
      const { site } = client();
      const { key } = await site.createKey();
      const damage = createFuzzer(20_261_121);
      const whole = multipartBody([...oneFile, { name: 'copies', content: '1' }, { name: 'tags', content: 'a' }]);
      for (let turn = 0; turn < fuzzedBodies; turn += 1) {
        const body = damage(whole);
        const { status, body: answer } = await sendRaw(key, body);
        const shown = `body ${turn}: ${status} ${answer}`;
        expect([202, 400, 413, 415], shown).toContain(status);
        if (status !== 202)
          expect(Object.keys(JSON.parse(answer))).toEqual(['code', 'message', 'correlationId', 'details']);
      }
      await expectServing(key);
    });
  });

  describe('clients', () => {
    test('an upload that breaks off leaves nothing behind and gives its quota back', async () => {
      const { site, call } = client();
      const { key } = await site.createKey({ limits: { quotaPerMonth: 1 } });
      const body = multipartBody([{ fileName: 'cut.pdf', content: pdfOf(megabyte) }]);
      const { socket, write } = await openRawConnection(site.origin);
      await write(requestHead('POST', uploadUrl(), headers(key, body.length)));
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
      const {
        status,
        body,
        headers: answered,
      } = await sendRaw(key, multipartBody([{ fileName: 'big.pdf', content: pdfOf(30 * megabyte) }]));
      expect(status).toBe(413);
      expect(Number(answered['content-length'])).toBe(Buffer.byteLength(body));
      const { code, details } = JSON.parse(body);
      expect(code).toBe('FILE_TOO_LARGE');
      expect(details).toMatchObject({ limitBytes: 100_000, fileName: 'big.pdf' });
      expect(details.actualBytes).toBeGreaterThan(100_000);
      await expectServing(key);
    });

    test('a refusal is sent while the client still writes', async () => {
      const { site } = client();
      const { key } = await site.createKey({ limits: { maxFileBytes: 1_000 } });
      const body = multipartBody([{ fileName: 'big.pdf', content: pdfOf(megabyte) }]);
      const { socket, write } = await openRawConnection(site.origin);
      await write(requestHead('POST', uploadUrl(), headers(key, body.length)));
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
      await write(requestHead('POST', uploadUrl(), headers(key, body.length)));
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
      await connection.write(requestHead('POST', uploadUrl(), keepAlive));
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
      await connection.write(requestHead('POST', uploadUrl(), { ...headers(key, body.length), ...idempotent }));
      await connection.write(body.subarray(0, 200));
      await eventually(() => site.stagedFiles()).toHaveLength(1);
      const second = await call('/api/v1/test/copy', formCall(key, oneFile, idempotent));
      expect({ status: second.status, code: second.json?.code }).toEqual({ status: 409, code: 'IDEMPOTENCY_CONFLICT' });
      await connection.write(body.subarray(200));
      expect((await connection.readAnswer()).status).toBe(202);
    });

    test('a slow client is waited for', async () => {
      const { site } = client();
      const { key } = await site.createKey();
      const body = multipartBody(oneFile);
      const connection = await openRawConnection(site.origin);
      connection.socket.setNoDelay(true);
      await connection.write(requestHead('POST', uploadUrl(), headers(key, body.length)));
      for (const byte of body) await connection.write(Uint8Array.of(byte));
      expect((await connection.readAnswer()).status).toBe(202);
    });

    test('a chunked upload of unknown length is taken', async () => {
      const { site } = client();
      const { key } = await site.createKey();
      const body = multipartBody(oneFile);
      const connection = await openRawConnection(site.origin);
      const { 'Content-Length': _, ...chunked } = headers(key, 0);
      await connection.write(requestHead('POST', uploadUrl(), { ...chunked, 'Transfer-Encoding': 'chunked' }));
      await connection.write(`${body.length.toString(16)}\r\n`);
      await connection.write(body);
      await connection.write('\r\n0\r\n\r\n');
      expect((await connection.readAnswer()).status).toBe(202);
    });

    test('a client that asks before it sends is told to go on', async () => {
      const { site } = client();
      const { key } = await site.createKey();
      const body = multipartBody(oneFile);
      const connection = await openRawConnection(site.origin);
      await connection.write(
        requestHead('POST', uploadUrl(), { ...headers(key, body.length), Expect: '100-continue' }),
      );
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
      const [output] = (await runJob(key, [{ fileName: 'large.pdf', content: pdfOf(8 * megabyte) }])).outputs;
      const { socket, write } = await openRawConnection(site.origin);
      await write(requestHead('GET', new URL(output?.downloadUrl ?? ''), {}));
      await once(socket, 'data');
      socket.destroy();
      await expectServing(key);
      expect(site.logged).toEqual([]);
    });
  });
}
