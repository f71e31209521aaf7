import { expect, test } from 'vitest';
import { eventually, type HttpClient } from './http-client.ts';
import { pdfOf } from './http-multipart.ts';

/** Download links: what they grant, for how long, and how they answer to the headers of a download. */
export function downloadRules(client: () => HttpClient): void {
  const content = pdfOf(1_000);
  const makeOutput = async (fileName = 'report.pdf') => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const [output] = (await runJob(key, [{ fileName, content }])).outputs;
    if (output === undefined) throw new Error('the job has no output');
    return output;
  };

  test('a link downloads the file, without a key, and lets nothing run it', async () => {
    const { downloadUrl } = await makeOutput();
    const { status, bytes, headers } = await client().call(downloadUrl);
    expect(status).toBe(200);
    expect(bytes.equals(content)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  test('a link of a key that was revoked is gone', async () => {
    const { site, runJob, call } = client();
    const { key, id } = await site.createKey();
    const [output] = (await runJob(key)).outputs;
    const url = output?.downloadUrl ?? '';
    expect((await call(url)).status).toBe(200);
    await site.keys.revoke(id, site.clock.now());
    await eventually(async () => (await call(url)).status).toBe(410);
    expect((await call(url)).json).toMatchObject({
      code: 'LINK_EXPIRED',
      details: { expiredAt: new Date(site.clock.now()).toISOString() },
    });
  });

  test('a large file comes back byte for byte', async () => {
    const { site, runJob, call } = client();
    const { key } = await site.createKey();
    const large = pdfOf(3_000_000, 'a pattern that no buffer size divides: ');
    const [output] = (await runJob(key, [{ fileName: 'large.pdf', content: large }])).outputs;
    expect((await call(output?.downloadUrl ?? '')).bytes.equals(large)).toBe(true);
  });

  test('HEAD answers with the headers of GET alone, whatever range it names', async () => {
    const { downloadUrl } = await makeOutput();
    const get = await client().call(downloadUrl);
    const head = await client().call(downloadUrl, { method: 'HEAD', headers: { Range: 'bytes=0-1' } });
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=990-', 990, 1_000],
    ['bytes=-5', 995, 1_000],
    ['bytes=500-99999', 500, 1_000],
    ['bytes=-5000', 0, 1_000],
  ])('the range %s is answered with its bytes', async (range, start, end) => {
    const { downloadUrl } = await makeOutput();
    const { status, bytes, headers } = await client().call(downloadUrl, { headers: { Range: range } });
    expect(status).toBe(206);
    expect(headers.get('Content-Range')).toBe(`bytes ${start}-${end - 1}/1000`);
    expect(headers.get('Content-Length')).toBe(String(end - start));
    // Else middleware that compresses would make it a part of nothing.
    expect(headers.get('Cache-Control')).toBe('private, no-store, no-transform');
    expect(bytes.equals(content.subarray(start, end))).toBe(true);
  });

  test.each(['bytes=1000-', 'bytes=-0'])('the range %s is not satisfiable', async (range) => {
    const { downloadUrl } = await makeOutput();
    const { status, headers, json } = await client().call(downloadUrl, { headers: { Range: range } });
    expect(status).toBe(416);
    expect(headers.get('Content-Range')).toBe('bytes */1000');
    expect(json?.code).toBe('INVALID_REQUEST');
  });

  test.each(['bytes=0-1,5-6', 'bytes=9-2', 'lines=1-2', 'bytes=a-b'])(
    '%s is answered with the whole file',
    async (range) => {
      const { downloadUrl } = await makeOutput();
      const { status, bytes } = await client().call(downloadUrl, { headers: { Range: range } });
      expect([status, bytes.length]).toEqual([200, 1_000]);
    },
  );

  test('If-None-Match and If-Range go by the entity tag', async () => {
    const { downloadUrl } = await makeOutput();
    const ask = async (headers: Record<string, string>) => (await client().call(downloadUrl, { headers })).status;
    const tag = (await client().call(downloadUrl)).headers.get('ETag') ?? '';
    expect(await ask({ 'If-None-Match': tag })).toBe(304);
    expect(await ask({ 'If-None-Match': `"other", W/${tag}` })).toBe(304);
    expect(await ask({ 'If-None-Match': '"other"' })).toBe(200);
    expect(await ask({ 'If-None-Match': '*' })).toBe(304);
    expect(await ask({ Range: 'bytes=0-1', 'If-Range': tag })).toBe(206);
    expect(await ask({ Range: 'bytes=0-1', 'If-Range': '"other"' })).toBe(200);
    expect(await ask({ Range: 'bytes=0-1', 'If-Range': 'Sat, 21 Nov 2026 10:00:00 GMT' })).toBe(200);
  });

  test('If-Match with the tag of another file is 412, before anything else is asked', async () => {
    const { downloadUrl } = await makeOutput();
    const ask = (headers: Record<string, string>) => client().call(downloadUrl, { headers });
    const tag = (await client().call(downloadUrl)).headers.get('ETag') ?? '';
    const status = async (headers: Record<string, string>) => (await ask(headers)).status;
    expect(await status({ 'If-Match': tag })).toBe(200);
    expect(await status({ 'If-Match': `"other", ${tag}`, Range: 'bytes=0-1' })).toBe(206);
    expect(await status({ 'If-Match': '*', 'If-None-Match': tag })).toBe(304);
    // A strong comparison: what is weakly the same may have other bytes.
    expect(await status({ 'If-Match': `W/${tag}` })).toBe(412);
    const refused = await ask({ 'If-Match': '"other"', 'If-None-Match': tag, Range: 'bytes=5000-' });
    expect(refused.status).toBe(412);
    expect(refused.json).toMatchObject({ code: 'INVALID_REQUEST', details: { errors: [{ field: 'If-Match' }] } });
    // There is no date it could go by.
    expect(await status({ 'If-Unmodified-Since': 'Sat, 21 Nov 2009 10:00:00 GMT' })).toBe(200);
  });

  test('a name beyond ASCII comes through, with a plain form for old clients', async () => {
    const { downloadUrl, fileName } = await makeOutput('Übersicht \\"Q3\\" – 東京.pdf');
    expect(fileName).toBe('Übersicht _Q3_ – 東京.pdf');
    const { headers } = await client().call(downloadUrl);
    expect(headers.get('Content-Disposition')).toBe(
      `attachment; filename="Ubersicht _Q3_ _ __.pdf"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    );
  });

  test('a tampered link does not exist', async () => {
    const { site, call } = client();
    const { downloadUrl } = await makeOutput();
    const token = downloadUrl.slice(downloadUrl.lastIndexOf('/') + 1);
    // That each character counts is a rule of the surface: here some show that the host hands on all of them.
    const places = [...token].map((_, index) => index).filter((index) => index % 16 === 0 || token[index + 1] === '.');
    const flipped = places.map(
      (index) => `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`,
    );
    const forged = [...flipped, token.slice(0, -1), `${token}A`, `.${token}`, 'x', 'e30.e30', '%00', 'a'.repeat(5_000)];
    const answers = await Promise.all(forged.map((wrong) => call(`${site.baseUrl}/api/download/${wrong}`)));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json?.code}`))).toEqual(new Set(['404 NOT_FOUND']));
  });

  test('a genuine link past its time is gone, and a poll mints a fresh one', async () => {
    const { site, runJob, poll, call, expectError } = client();
    const { key } = await site.createKey();
    const { jobId, outputs } = await runJob(key);
    const [{ downloadUrl, expiresAt } = { downloadUrl: '', expiresAt: '' }] = outputs;
    site.clock.advance(3_600_000 - 1);
    expect((await call(downloadUrl)).status).toBe(200);
    site.clock.advance(1);
    expect(await expectError('LINK_EXPIRED', downloadUrl)).toEqual({ expiredAt: expiresAt });
    const [fresh] = (await poll(key, jobId)).outputs;
    expect((await call(fresh?.downloadUrl ?? '')).status).toBe(200);
  });

  test('a link never outlives its file', async () => {
    const { site, runJob, poll } = client();
    const { key } = await site.createKey();
    const { jobId } = await runJob(key);
    const purgeAt = (await site.engine.get(jobId))?.purgeAt ?? 0;
    const aheadMs = purgeAt - site.clock.now() - 1_000;
    site.clock.advance(aheadMs);
    const [output] = (await poll(key, jobId)).outputs;
    expect(output?.expiresAt).toBe(new Date(purgeAt).toISOString());
    // Jobs of other rules end by the clock of their store, which may not be this one.
    site.clock.advance(-aheadMs);
  });
}
