import { expect, test } from 'vitest';
import type { HttpClient } from './http-client.ts';
import { oneFile } from './http-client.ts';
import { type FormPart, pdfOf } from './http-multipart.ts';

/** From the upload to the record of a job: what is taken, and what is told about what is not. */
export function submissionRules(client: () => HttpClient): void {
  const problemsOf = async (key: string, parts: readonly FormPart[], operation = 'test/copy') => {
    const { json, status } = await client().submit(key, parts, operation);
    expect({ status, code: json?.code }).toEqual({ status: 400, code: 'INVALID_REQUEST' });
    return json?.details.errors as readonly { field: string; problem: string; allowed?: readonly unknown[] }[];
  };

  test('a submission is answered at once with exactly the body of the interface', async () => {
    const { site, submit } = client();
    const { key } = await site.createKey();
    const { status, json, headers } = await submit(key);
    expect(status).toBe(202);
    const statusUrl = `${site.baseUrl}/api/v1/jobs/${json?.jobId}`;
    expect(json).toEqual({ jobId: expect.stringMatching(/^[\da-f-]{36}$/), status: 'processing', statusUrl });
    expect(headers.get('Location')).toBe(new URL(statusUrl).pathname);
    expect(headers.get('Retry-After')).toBe('1');
  });

  test('the job is on record, with its files, before the answer is sent', async () => {
    const { site, submit } = client();
    const { key, id } = await site.createKey();
    const { json } = await submit(key, [...oneFile, { name: 'act', content: 'wait' }]);
    expect(await site.engine.get(String(json?.jobId))).toMatchObject({
      ownerId: id,
      keyId: id,
      operation: 'test/copy',
    });
    await site.engine.cancel(String(json?.jobId));
  });

  test('the order of the parts in the body is the order of the files', async () => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const names = ['c.pdf', 'a.pdf', 'b.pdf'];
    const parts = names.map((fileName, index) => ({
      name: ['files', 'file', 'other'][index] ?? '',
      fileName,
      content: pdfOf(50 + index),
    }));
    const { outputs } = await runJob(key, parts, 'test/gather');
    expect(outputs.map(({ fileName, sizeBytes }) => [fileName, sizeBytes])).toEqual(
      names.map((name, index) => [name, 50 + index]),
    );
  });

  test('fields may come before or after the files', async () => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const field = { name: 'copies', content: '2' };
    expect((await runJob(key, [field, ...oneFile])).outputs).toHaveLength(2);
    expect((await runJob(key, [...oneFile, field])).outputs).toHaveLength(2);
  });

  test('a URL to be told at is refused by a host that tells nobody, and its document knows of none', async () => {
    const { site, call } = client();
    const { key } = await site.createKey();
    const url = { name: 'webhookUrl', content: 'https://example.com/hooks' };
    expect(await problemsOf(key, [...oneFile, url])).toEqual([
      { field: 'webhookUrl', problem: expect.stringContaining('is not allowed here') },
    ]);
    expect((await call('/api/openapi.json')).bytes.toString()).not.toMatch(/webhook/i);
    expect((await call('/api/manage/webhook-secret', { key })).status).toBe(404);
  });

  test('an unknown field is ignored with a warning on the job', async () => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const job = await runJob(key, [
      ...oneFile,
      { name: '__proto__', content: 'x' },
      { name: 'colour', content: 'red' },
    ]);
    expect(job.status).toBe('completed');
    expect(job.warnings?.map(({ code }) => code)).toEqual(['UNKNOWN_FIELD', 'UNKNOWN_FIELD']);
    expect(job.warnings?.[1]?.message).toContain('"colour"');
  });

  test('what a form sends for inputs left blank is as good as not sent', async () => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const noFile: FormPart = {
      disposition: 'form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream',
      content: '',
    };
    const job = await runJob(key, [...oneFile, noFile, { name: 'copies', content: '' }]);
    expect(job.outputs).toHaveLength(1);
  });

  test('a repeated scalar is refused; a field that takes a list may repeat', async () => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const twice = (name: string) => [
      { name, content: '1' },
      { name, content: '2' },
    ];
    expect(await problemsOf(key, [...oneFile, ...twice('copies')])).toEqual([
      { field: 'copies', problem: expect.stringContaining('2 times') },
    ]);
    expect((await runJob(key, [...oneFile, ...twice('tags')])).status).toBe('completed');
  });

  test('everything that is wrong with a form is told at once, with the values allowed', async () => {
    const { site } = client();
    const { key } = await site.createKey();
    const problems = await problemsOf(
      key,
      [
        { name: 'copies', content: '99' },
        { name: 'act', content: 'dance' },
        { name: 'tags', content: 'fine' },
        { name: 'language', content: 'xyz' },
        { fileName: 'only.pdf', content: pdfOf(20) },
        { fileName: 'empty.pdf', content: '' },
        { name: 'password', content: 'a' },
        { name: 'password', content: 'b' },
      ],
      'test/copy',
    );
    expect(problems.map(({ field }) => field).sort()).toEqual([
      'act',
      'copies',
      'file',
      'file',
      'language',
      'password',
    ]);
    expect(problems.find(({ field }) => field === 'act')?.allowed).toContain('copy');
    expect(problems).toContainEqual({ field: 'language', problem: '"xyz" is not installed', allowed: ['eng'] });
  });

  test('no file, too few files and too many are refused', async () => {
    const { site } = client();
    const { key } = await site.createKey({ limits: { maxFiles: 3 } });
    const files = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: 'files', fileName: `${index}.pdf`, content: pdfOf(20) }));
    expect(await problemsOf(key, [])).toMatchObject([{ field: 'file' }]);
    expect(await problemsOf(key, files(2))).toMatchObject([{ field: 'file', problem: 'at most 1 allowed, 2 sent' }]);
    expect(await problemsOf(key, files(1), 'test/gather')).toMatchObject([
      { field: 'files', problem: 'at least 2 needed, 1 sent' },
    ]);
    expect(await problemsOf(key, files(4), 'test/gather')).toMatchObject([
      { field: 'files', problem: 'at most 3 allowed, 4 sent' },
    ]);
  });

  test('an empty file is refused by name', async () => {
    const { site } = client();
    const { key } = await site.createKey();
    expect(await problemsOf(key, [{ fileName: 'nothing.pdf', content: '' }])).toEqual([
      { field: 'file', problem: '"nothing.pdf" is empty' },
    ]);
  });

  test('a file sent as text, without a file name, is told apart from no file', async () => {
    const { site } = client();
    const { key } = await site.createKey();
    const problems = await problemsOf(key, [{ name: 'file', content: pdfOf(20) }]);
    expect(problems.map(({ problem }) => problem)).toContainEqual(expect.stringContaining('filename'));
  });

  test('what a file is, is told by its content, never by its name', async () => {
    const { site, submit, expectError } = client();
    const { key } = await site.createKey();
    const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
    expect((await submit(key, [{ fileName: 'really-a.pdf', content: png }])).status).toBe(202);
    const { json, status } = await submit(key, [
      { fileName: 'photo.pdf', content: Buffer.from('\xff\xd8\xff\xe0 jpeg', 'latin1') },
    ]);
    expect(status).toBe(415);
    expect(json).toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
      details: { detected: 'image/jpeg', accepted: ['application/pdf', 'image/png'], fileName: 'photo.pdf' },
    });
    const detectedOf = async (content: string | Buffer) =>
      (await submit(key, [{ fileName: 'notes.pdf', content }])).json?.details;
    expect(await detectedOf('plain text')).toMatchObject({ detected: 'text/plain' });
    expect(await detectedOf(Buffer.from('\0\x01\x02'))).toMatchObject({ detected: null });
    const body = { key, method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    expect(await expectError('UNSUPPORTED_FORMAT', '/api/v1/test/copy', body)).toEqual({
      detected: 'application/json',
      accepted: ['multipart/form-data'],
    });
    await expectError('UNSUPPORTED_FORMAT', '/api/v1/test/copy', { key, method: 'POST' });
  });

  test('limits of the key hold for a file and for all files together', async () => {
    const { site, submit } = client();
    const { key } = await site.createKey({ limits: { maxFileBytes: 1_000, maxRequestBytes: 1_500 } });
    const single = await submit(key, [{ fileName: 'big.pdf', content: pdfOf(1_001) }]);
    expect(single.status).toBe(413);
    expect(single.json).toMatchObject({ code: 'FILE_TOO_LARGE', details: { limitBytes: 1_000, fileName: 'big.pdf' } });
    expect(single.json?.details.actualBytes).toBeGreaterThan(1_000);
    const both = [1, 2].map((index) => ({ name: 'files', fileName: `${index}.pdf`, content: pdfOf(900) }));
    const together = await submit(key, both, 'test/gather');
    expect(together.json).toMatchObject({ code: 'FILE_TOO_LARGE', details: { limitBytes: 1_500, fileName: '2.pdf' } });
    expect((await submit(key, [{ fileName: 'fits.pdf', content: pdfOf(1_000) }])).status).toBe(202);
  });
}
