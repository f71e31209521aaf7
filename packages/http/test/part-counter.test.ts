import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createPartCounter } from '../src/part-counter.ts';

const body =
  '--b\r\nA: 1\r\n\r\none\r\n--b\r\nA: 2\r\n\r\ntwo --b is no delimiter\n--b\r\n--b--\r\nepilogue\r\n--b\r\n';

const roomy = { limitBytes: 1_000, maxBodyBytes: 1_000 };

async function countIn(chunks: readonly Buffer[]): Promise<number> {
  const { stream, count } = createPartCounter('b', roomy);
  stream.resume();
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await once(stream, 'end');
  return count();
}

test('counts the delimiters up to the closing one', async () => {
  expect(await countIn([Buffer.from(body)])).toBe(2);
});

test.each([1, 2, 3, 5, 6, 7, 11])('finds delimiters cut into chunks of %i bytes', async (size) => {
  const bytes = Buffer.from(body);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  expect(await countIn(chunks)).toBe(2);
});

test('passes every byte on', async () => {
  const { stream } = createPartCounter('b', roomy);
  stream.end(Buffer.from(body));
  expect(Buffer.concat(await stream.toArray()).toString()).toBe(body);
});

test('the byte over the limit ends it, whatever part of the body it belongs to', async () => {
  const { stream } = createPartCounter('b', { limitBytes: 10, maxBodyBytes: 20 });
  stream.resume();
  stream.write(Buffer.alloc(20, 'preamble'));
  stream.write(Buffer.from('x'));
  const [error] = await once(stream, 'error');
  expect(error).toMatchObject({ code: 'FILE_TOO_LARGE', details: { actualBytes: 21, limitBytes: 10 } });
});
