import { readFile } from 'node:fs/promises';
import { createEngine, createInlineExecutor } from '@platen/engine';
import { expect, onTestFinished, test } from 'vitest';
import { createTestEngine } from './fixtures/test-engine.ts';
import { joined, parted, pdfBytes, work } from './fixtures/work.ts';

test('whole, parted and joined work runs in this thread as it does in others', async () => {
  const { engine, leftovers } = await createTestEngine({ executor: createInlineExecutor() });
  {
    await using copy = await engine.convert(work, { fileName: 'a.pdf', data: pdfBytes });
    expect(await readFile(copy.outputs[0]?.path ?? '')).toEqual(Buffer.from(pdfBytes));
    await using parts = await engine.convert(parted, pdfBytes, { parts: 3 });
    expect(parts.outputs).toHaveLength(3);
    await using whole = await engine.convert(joined, pdfBytes, { parts: 2 });
    expect(await readFile(whole.outputs[0]?.path ?? '', 'utf8')).toBe('part 0, part 1');
  }
  expect(await leftovers()).toEqual([]);
});

test('a worker file that cannot be loaded is said to be unavailable', async () => {
  const missing = { ...work, worker: new URL('missing.js', import.meta.url) };
  const engine = createEngine({ operations: [missing], executor: createInlineExecutor() });
  onTestFinished(() => engine.stop(0));
  await expect(engine.convert(missing, pdfBytes)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'workers_unavailable' },
  });
});

test('a call that is given up rejects with the reason, though its worker still waits', async () => {
  const executor = createInlineExecutor();
  const controller = new AbortController();
  const running = executor.run({
    worker: new URL('data:text/javascript,export default () => new Promise(() => {})'),
    call: { phase: 'start' } as never,
    folder: '',
    memoryBytes: 1,
    signal: controller.signal,
    onStarted: () => {},
    onMessage: () => {},
  });
  controller.abort(new Error('given up'));
  await expect(running).rejects.toThrow('given up');
});
