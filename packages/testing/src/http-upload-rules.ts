import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { formCall, type HttpClient, oneFile } from './http-client.ts';
import { createFuzzer } from './http-fuzzer.ts';
import { type FormPart, multipartBody, pdfOf } from './http-multipart.ts';
import { openRawConnection, requestHead } from './http-raw-client.ts';
import { createRawUpload } from './http-raw-upload.ts';
import { createSeededRandom } from './seeded-random.ts';

/** PLATEN_FUZZ_BODIES=1000 is the long run. */
const fuzzedBodies = Number(process.env.PLATEN_FUZZ_BODIES ?? 30);

/** Uploads no well-behaved client makes: the right answer, no file left behind, and the next request served. */
export function uploadRules(client: () => HttpClient): void {
  const { url, headers, send, sendChunked, expectServing } = createRawUpload(client);

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
      const { status, body } = await send(key, multipartBody([{ fileName: 'a\0b.pdf', content: pdfOf(50) }]));
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
      const { status, body: answer } = await send(key, body);
      expect({ status, code: JSON.parse(answer).code }).toEqual({ status: 400, code: 'INVALID_REQUEST' });
      await expectServing(key);
    });

    test('what comes before and after the parts counts', async () => {
      const { site } = client();
      const { key } = await site.createKey({ limits: { maxFileBytes: 1_000 } });
      const padding = Buffer.alloc(2 * 1024 * 1024, 'padding ');
      const form = multipartBody([{ fileName: 'a.pdf', content: pdfOf(100) }]);
      for (const body of [Buffer.concat([padding, Buffer.from('\r\n'), form]), Buffer.concat([form, padding])]) {
        const { status, body: answer } = await sendChunked(key, body);
        expect({ status, ...JSON.parse(answer) }).toMatchObject({
          status: 413,
          code: 'FILE_TOO_LARGE',
          details: { limitBytes: 1_000, actualBytes: expect.any(Number) },
        });
        await expectServing(key);
      }
    });

    test('a body that announces itself as too large is refused before it is sent', async () => {
      const { site } = client();
      const { key } = await site.createKey({ limits: { maxFileBytes: 1_000 } });
      const connection = await openRawConnection(site.origin);
      await connection.write(requestHead('POST', url(), headers(key, 3_000_000)));
      const [answer] = (await once(connection.socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer.toString()).toContain('"details":{"actualBytes":3000000,"limitBytes":1000}');
      connection.socket.destroy();
      await expectServing(key);
    });

    test('a file sent as text is one problem, and a thousand empty files are not a thousand', async () => {
      const { site } = client();
      const { key } = await site.createKey();
      const text = await send(key, multipartBody([{ disposition: 'form-data; name="file"', content: 'a' }]));
      expect({ status: text.status, errors: JSON.parse(text.body).details.errors }).toEqual({
        status: 400,
        errors: [{ field: 'file', problem: 'was sent as text: give the part a filename (curl: -F file=@report.pdf)' }],
      });
      const empty = Array.from({ length: 1_000 }, () => ({ fileName: 'a.pdf', content: '' }));
      const { status, body } = await send(key, multipartBody(empty));
      expect(status).toBe(400);
      expect(JSON.parse(body).details.errors.length).toBeLessThanOrEqual(20);
      await expectServing(key);
    });

    test('a field in an unknown character set is told', async () => {
      const { site } = client();
      const { key } = await site.createKey();
      const disposition = 'form-data; name="tags"\r\nContent-Type: text/plain; charset=wat';
      const { status, body } = await send(key, multipartBody([...oneFile, { disposition, content: 'a' }]));
      expect({ status, errors: JSON.parse(body).details.errors }).toEqual({
        status: 400,
        errors: [{ field: 'tags', problem: 'is in an unknown character set: send UTF-8' }],
      });
    });

    test('more than a megabyte of fields is refused', async () => {
      const { site } = client();
      const { key } = await site.createKey();
      const fields = Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, content: 'x'.repeat(60_000) }));
      const { status, body } = await send(key, multipartBody([...fields, ...oneFile]));
      expect({ status, code: JSON.parse(body).code }).toEqual({ status: 400, code: 'INVALID_REQUEST' });
    });

    test('a compressed body is refused with what is taken', async () => {
      const { site, expectError } = client();
      const { key } = await site.createKey();
      const form = formCall(key, oneFile, { 'Content-Encoding': 'gzip' });
      const compressed = { ...form, body: gzipSync(form.body ?? '') };
      expect(await expectError('UNSUPPORTED_FORMAT', '/api/v1/test/copy', compressed)).toEqual({
        detected: 'gzip',
        accepted: ['identity'],
      });
    });

    test('a body whose transfer is compressed is refused, too', async () => {
      const { site } = client();
      const { key } = await site.createKey();
      const { 'Content-Length': _, ...rest } = headers(key, 0);
      const connection = await openRawConnection(site.origin);
      await connection.write(requestHead('POST', url(), { ...rest, 'Transfer-Encoding': 'gzip, chunked' }));
      const body = gzipSync(multipartBody(oneFile));
      await connection.write(`${body.length.toString(16)}\r\n`);
      await connection.write(body);
      await connection.write('\r\n0\r\n\r\n');
      const answer = await connection.readAnswer();
      expect(answer.status).toBe(415);
      expect(JSON.parse(answer.body).details).toEqual({ detected: 'gzip', accepted: ['identity'] });
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
      const damage = createFuzzer(createSeededRandom(20_261_121));
      const whole = multipartBody([...oneFile, { name: 'copies', content: '1' }, { name: 'tags', content: 'a' }]);
      for (let turn = 0; turn < fuzzedBodies; turn += 1) {
        const body = damage(whole);
        const { status, body: answer } = await send(key, body);
        const shown = `body ${turn}: ${status} ${answer}`;
        expect([202, 400, 413, 415], shown).toContain(status);
        if (status !== 202)
          expect(Object.keys(JSON.parse(answer))).toEqual(['code', 'message', 'correlationId', 'details']);
      }
      await expectServing(key);
    }, 120_000);
  });
}
