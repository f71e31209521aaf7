import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { samplePdf } from './sample-pdf.ts';
import { type PlatenServer, servePlaten } from './serve-platen.ts';

test('deadlines of Infinity are none', async () => {
  await using server: PlatenServer = await servePlaten();
  const never = Number.POSITIVE_INFINITY;
  const client = createClient({
    ...server,
    requestTimeoutMs: never,
    uploadTimeoutMs: never,
    waitTimeoutMs: never,
    maxRetries: 0,
  });
  const { outputs } = await client.convert('pdf/split', { fileName: 'a.pdf', data: samplePdf() });
  expect(outputs).toHaveLength(1);
});

test.each(['maxRetries', 'retryDelayMs', 'requestTimeoutMs', 'uploadTimeoutMs', 'waitTimeoutMs'])(
  'a %s that is no number is refused',
  (name) => {
    for (const value of [Number.NaN, -1, '5']) {
      const options = { url: 'https://platen.example', apiKey: 'key', [name]: value };
      expect(() => createClient(options)).toThrow(`${name} must be a number of 0 or more, not ${value}`);
    }
  },
);
