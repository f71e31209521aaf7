import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClient, PlatenError, type Progress } from '../src/index.ts';
import { samplePdf } from './sample-pdf.ts';
import { type PlatenServer, servePlaten } from './serve-platen.ts';

let server: PlatenServer;
beforeAll(async () => {
  server = await servePlaten();
});
afterAll(() => server[Symbol.asyncDispose]());

const one = { fileName: 'one.pdf', data: samplePdf() };
const two = { fileName: 'two.pdf', data: samplePdf() };
const client = () => createClient(server);

test('converts files of a real server, with names, size and type of what comes out', async () => {
  const { outputs, warnings } = await client().convert('pdf/merge', [one, two], { bookmarks: false });
  const [merged] = outputs;
  const bytes = await merged?.bytes();
  expect(merged).toMatchObject({ contentType: 'application/pdf', sizeBytes: bytes?.byteLength });
  expect(new TextDecoder('latin1').decode(bytes).slice(0, 5)).toBe('%PDF-');
  expect(warnings).toEqual([]);
});

test('options reach the server as it means them', async () => {
  const { outputs } = await client().convert('pdf/to-image', one, { format: 'jpg', dpi: 72 });
  expect(outputs.map(({ contentType }) => contentType)).toEqual(['image/jpeg']);
});

test('an empty list is refused, as a form would leave it out and the server would take the default', async () => {
  const submitted = client().submit('ocr', one, { output: [] });
  await expect(submitted).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { errors: [{ field: 'output', problem: 'is an empty list: leave the option out for its default' }] },
  });
});

test('what a job made is the input of the next, among files, sent whole or as it comes', async () => {
  const { jobId } = await client().convert('pdf/merge', [one, two]);
  const split = await client().convert('pdf/split', { jobId, output: 1 });
  expect(split.outputs.map(({ fileName }) => fileName)).toEqual(['one-merged-001.pdf', 'one-merged-002.pdf']);
  for (const settings of [{}, { onProgress: () => {} }]) {
    const inputs = [two, { jobId: split.jobId }, one];
    const merged = await client().convert('pdf/merge', inputs, { pages: ['1', 'all', '1', '1'] }, settings);
    expect(merged.outputs.map(({ fileName }) => fileName)).toEqual(['two-merged.pdf']);
  }
  const wrong = client().convert('pdf/split', { jobId, output: 2 });
  await expect(wrong).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { errors: [{ field: 'from' }] } });
});

test('a stream is uploaded as it comes, and progress is told of both phases', async () => {
  const progress: Progress[] = [];
  const data = samplePdf().stream();
  await client().convert('pdf/split', { fileName: 'one.pdf', data }, {}, { onProgress: (step) => progress.push(step) });
  expect(progress[0]).toEqual({ phase: 'uploading', fraction: null });
  expect(progress.at(-1)).toEqual({ phase: 'converting', fraction: 1 });
});

test('the progress of an upload of known size ends at 1', async () => {
  const uploading: (number | null)[] = [];
  await client().submit('pdf/split', one, {}, { onProgress: ({ fraction }) => uploading.push(fraction) });
  expect(uploading.at(-1)).toBe(1);
});

test('file names with quotes, line breaks and other scripts arrive as they are', async () => {
  const fileName = 'Jahres"bericht" 年.pdf';
  const onProgress = () => {}; // Encoded by the client itself.
  for (const settings of [{}, { onProgress }]) {
    const { outputs } = await client().convert('pdf/compress', { fileName, data: samplePdf() }, {}, settings);
    expect(outputs[0]?.fileName).toContain('年');
  }
});

test('an error carries the code, status, details and correlation id of the server', async () => {
  const error = await client()
    .convert('pdf/merge', one)
    .catch((reason: unknown) => reason);
  if (!PlatenError.is(error, 'INVALID_REQUEST')) throw error;
  expect(error).toMatchObject({ status: 400, correlationId: expect.stringMatching(/./) });
  expect(error.details.errors.map(({ field }) => field)).toEqual(['files']);
});

test('a job that fails rejects with its error and names the job', async () => {
  const error = await client()
    .convert('pdf/split', one, { pages: '7' })
    .catch((reason: unknown) => reason);
  if (!PlatenError.is(error, 'PROCESSING_FAILED')) throw error;
  expect(error.details.reason).toBe('page_out_of_range');
  expect(error.jobId).toMatch(/./);
  expect(error.status).toBeNull();
});

test('a wrong key is UNAUTHORIZED, an unknown job JOB_NOT_FOUND', async () => {
  const stranger = createClient({ ...server, apiKey: 'platen_wrong' });
  await expect(stranger.account()).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
  await expect(client().job('unknown')).rejects.toMatchObject({ code: 'JOB_NOT_FOUND', status: 404 });
});

test('the account and a job are read as the server shows them', async () => {
  const { jobId } = await client().submit('pdf/compress', one);
  expect(await client().job(jobId)).toMatchObject({ jobId });
  expect((await client().wait(jobId)).outputs).toHaveLength(1);
  expect((await client().account()).operations).toContain('pdf/to-word');
});

test('a call ends with the reason of its signal, before and amid', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const converting = client().convert(
    'pdf/compress',
    one,
    {},
    {
      signal: controller.signal,
      onProgress: ({ phase }) => (phase === 'converting' ? controller.abort(reason) : undefined),
    },
  );
  await expect(converting).rejects.toBe(reason);
  await expect(client().account({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('wrong options of the client are said at once', () => {
  expect(() => createClient({ url: 'localhost:8080', apiKey: 'key' })).toThrow(/url must be an absolute/);
  expect(() => createClient({ url: 'http://localhost', apiKey: '' })).toThrow(/apiKey/);
});

test('wrong operations and options do not type-check', () => {
  const typed = client();
  const calls = () => [
    // @ts-expect-error: no such operation.
    typed.convert('pdf/to-wrd', one),
    // @ts-expect-error: no such option.
    typed.convert('pdf/to-word', one, { layuot: 'exact' }),
    // @ts-expect-error: no such value.
    typed.convert('pdf/to-word', one, { layout: 'exackt' }),
    typed.convert('pdf/to-word', one, { layout: 'exact' }),
    createClient<{ 'acme/stamp': { text: string } }>(server).convert('acme/stamp', one, { text: 'PAID' }),
  ];
  expect(calls).toBeTypeOf('function');
});

test('in a runtime that cannot stream a request, an upload is known to begin and to be done', async () => {
  vi.resetModules();
  // It neither asks for `duplex` nor leaves the content type open.
  vi.stubGlobal(
    'Request',
    class {
      readonly headers = new Headers({ 'Content-Type': 'text/plain' });
    },
  );
  const { createClient: createHere } = await import('../src/index.ts');
  vi.unstubAllGlobals();
  const uploading: (number | null)[] = [];
  const settings = { onProgress: ({ fraction }: Progress) => uploading.push(fraction) };
  const { jobId } = await createHere(server).submit(
    'pdf/split',
    { fileName: 'one.pdf', data: samplePdf().stream() },
    {},
    settings,
  );
  expect(jobId).toMatch(/^[\da-f-]{36}$/);
  expect(uploading).toEqual([null, 1]);
});
