import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';

const content = Buffer.from('the bytes that the server had stored');
const digest = `sha-256=:${createHash('sha256').update(content).digest('base64')}:`;

/** A client of a server whose one output comes as this, and its downloads. */
async function outputSentAs(answers: readonly ((range: string | null) => Response)[]) {
  let downloads = 0;
  const fetch: typeof globalThis.fetch = async (url, init) => {
    if (String(url).includes('/api/download/')) {
      const answer = answers[Math.min(downloads, answers.length - 1)];
      downloads += 1;
      return answer?.(new Headers(init?.headers).get('Range')) ?? Response.error();
    }
    const output = {
      fileName: 'a.pdf',
      sizeBytes: content.length,
      contentType: 'application/pdf',
      downloadUrl: 'https://platen.test/api/download/token',
      expiresAt: '2030-01-01T00:00:00.000Z',
    };
    return Response.json({ jobId: 'j', status: 'completed', progress: 100, durationMs: 1, outputs: [output] });
  };
  const client = createClient({ url: 'https://platen.test', apiKey: 'key', fetch, retryDelayMs: 1 });
  const { outputs } = await client.wait('j');
  const [output] = outputs;
  if (output === undefined) throw new Error('no output');
  return output;
}

const whole =
  (bytes: Uint8Array<ArrayBuffer>, headers = {}) =>
  () =>
    new Response(bytes, { headers: { ETag: '"one"', ...headers } });

function flipped(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content);
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  return bytes;
}

test('bytes that are not those of the digest reject', async () => {
  const output = await outputSentAs([whole(flipped(), { 'Repr-Digest': digest })]);
  await expect(output.bytes()).rejects.toMatchObject({ name: 'PlatenError', code: 'OUTPUT_DAMAGED' });
});

test('the right bytes pass, beside other digests and without any', async () => {
  for (const headers of [{ 'Repr-Digest': `sha-512=:AAAA:, ${digest}` }, {}]) {
    const output = await outputSentAs([whole(new Uint8Array(content), headers)]);
    expect(Buffer.from(await output.bytes()).equals(content)).toBe(true);
  }
});

test('a download that was resumed is compared as a whole', async () => {
  const cut = () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(flipped().subarray(0, 10)),
      pull: (controller) => controller.error(new TypeError('cut')),
    });
    return new Response(body, { headers: { ETag: '"one"', 'Repr-Digest': digest } });
  };
  const rest = () =>
    new Response(new Uint8Array(content.subarray(10)), {
      status: 206,
      headers: { ETag: '"one"', 'Repr-Digest': digest },
    });
  const output = await outputSentAs([cut, rest]);
  await expect(output.bytes()).rejects.toMatchObject({ code: 'OUTPUT_DAMAGED' });
});
