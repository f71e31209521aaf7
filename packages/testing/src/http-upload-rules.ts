import { describe, expect, test } from 'vitest';
import { formCall, type HttpClient, oneFile } from './http-client.ts';
import { createFuzzer } from './http-fuzzer.ts';
import { type FormPart, multipartBody, pdfOf } from './http-multipart.ts';
import { createRawUpload } from './http-raw-upload.ts';

const fuzzedBodies = 300;

/** Uploads no well-behaved client makes: the right answer, no file left behind, and the next request served. */
export function uploadRules(client: () => HttpClient): void {
  const { send, expectServing } = createRawUpload(client);

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
