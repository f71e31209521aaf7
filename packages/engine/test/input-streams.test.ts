import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ConversionInput } from '@platen/core';
import { expect, test } from 'vitest';
import { createTestEngine } from './fixtures/test-engine.ts';
import { pdfBytes, work } from './fixtures/work.ts';

const several = { ...work, name: 'test/several', files: { min: 1, max: null } };
const operation = several.name;
const wrong = Buffer.from('not a PDF');

test('stopping the engine ends a submission whose input does not end', async () => {
  const { engine, leftovers } = await createTestEngine({ operations: [several] });
  const endless = new Readable({ read() {} });
  endless.push(pdfBytes);
  const refused = expect(engine.submit({ operation, inputs: [endless] })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'draining' },
  });
  // Once its first bytes are taken, the submission waits for more.
  await expect.poll(() => endless.readableLength).toBe(0);
  await engine.stop(0);
  await refused;
  expect(endless.destroyed).toBe(true);
  expect(await leftovers()).toEqual([]);
});

type Call = (inputs: readonly ConversionInput[], options?: Record<string, unknown>) => Promise<unknown>;

test.each(['submit', 'convert'] as const)('%s closes the streams that it refuses to read', async (name) => {
  const { engine } = await createTestEngine({ operations: [several] });
  const call: Call =
    name === 'submit'
      ? (inputs, options = {}) => engine.submit({ operation, inputs, options })
      : (inputs, options) => engine.convert(operation, inputs, options);
  const reasons: readonly (readonly [ConversionInput, Record<string, unknown>, string])[] = [
    [wrong, {}, 'UNSUPPORTED_FORMAT'],
    [pdfBytes, { act: 'no such act' }, 'INVALID_REQUEST'],
  ];
  for (const [first, options, code] of reasons) {
    const file = createReadStream(fileURLToPath(import.meta.url));
    await once(file, 'open');
    const cancelled = Promise.withResolvers<void>();
    const web = new ReadableStream({ cancel: () => cancelled.resolve() });
    await expect(call([first, file, { fileName: 'b.pdf', data: web }], options)).rejects.toMatchObject({ code });
    expect(file.destroyed).toBe(true);
    await cancelled.promise;
  }
});

test('a stream that fails before it is read refuses the call, and does not end the host', async () => {
  const { engine } = await createTestEngine({ operations: [several] });
  const failed = createReadStream('/no/such/file.pdf');
  const closed = new Promise<void>((resolve) => failed.once('close', () => resolve()));
  const slow = Readable.from(
    (async function* () {
      await closed;
      yield pdfBytes;
    })(),
  );
  await expect(engine.convert(operation, [slow, failed])).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a request that is refused unread can still be answered', async () => {
  const { engine } = await createTestEngine({ operations: [several] });
  const request = new IncomingMessage(new Socket());
  const refused = engine.convert(operation, request, { act: 'no such act' } as never);
  await expect(refused).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(request.destroyed).toBe(false);
});
