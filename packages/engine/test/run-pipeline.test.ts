import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTestEngine } from './fixtures/test-engine.ts';
import { pdfBytes } from './fixtures/work.ts';

const file = { fileName: 'a.pdf', data: pdfBytes };
const copy = { operation: 'test/work' };
const step = (act: string) => ({ operation: 'test/work', options: { act } });

test('each step works on the outputs of the one before, and the files of the last are there', async () => {
  const { engine, leftovers } = await createTestEngine();
  const progress: number[] = [];
  {
    const settings = { onProgress: (share: number) => progress.push(share) };
    await using made = await engine.pipeline([copy, copy, copy], file, settings);
    expect(made.outputs.map(({ fileName }) => fileName)).toEqual(['copy of copy of copy of a.pdf']);
    expect(await readFile(made.outputs[0]?.path ?? '', 'utf8')).toBe('%PDF-1.7\n');
    expect(made.warnings.map(({ code }) => code)).toEqual(['COPIED', 'COPIED', 'COPIED']);
    expect((await leftovers()).filter((path) => path.endsWith('copy'))).toHaveLength(1);
  }
  expect(await leftovers()).toEqual([]);
  expect(progress).toEqual(progress.toSorted((one, other) => one - other));
  expect(progress.at(-1)).toBe(1);
});

test('a failed step ends the chain with its error, which names it, and leaves nothing', async () => {
  const { engine, leftovers } = await createTestEngine();
  await expect(engine.pipeline([copy, step('fail'), copy], file)).rejects.toMatchObject({
    code: 'PROCESSING_FAILED',
    message: 'Step 2, test/work: There are no tables',
    details: { reason: 'no_tables', fileName: 'a.pdf', step: 2, operation: 'test/work' },
  });
  expect(await leftovers()).toEqual([]);
});

test('the options of every step are checked before the first begins', async () => {
  const { engine } = await createTestEngine();
  const progress: number[] = [];
  const settings = { onProgress: (share: number) => progress.push(share) };
  await expect(engine.pipeline([copy, step('melt')], file, settings)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { errors: [{ field: 'act' }], step: 2 },
  });
  await expect(engine.pipeline([copy, { operation: 'test/none' }], file)).rejects.toMatchObject({
    details: { step: 2 },
  });
  expect(progress).toEqual([]);
});

test('what a step makes is checked as an upload is', async () => {
  const { engine } = await createTestEngine();
  await expect(engine.pipeline([step('environment'), copy], file)).rejects.toMatchObject({
    code: 'UNSUPPORTED_FORMAT',
    details: { step: 2, fileName: 'environment.txt' },
  });
});

test('a signal ends it whichever step runs', async () => {
  const { engine, leftovers } = await createTestEngine();
  const controller = new AbortController();
  const onProgress = (share: number) => {
    if (share >= 0.5) controller.abort();
  };
  const chain = engine.pipeline([copy, step('spin')], file, { signal: controller.signal, onProgress });
  await expect(chain).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await leftovers()).toEqual([]);
});

test('steps of another kind are refused by name', async () => {
  const { engine } = await createTestEngine();
  await expect(engine.pipeline([], file)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  const wrong = engine.pipeline as (steps: unknown, file: unknown) => Promise<unknown>;
  await expect(wrong('pdf/merge', file)).rejects.toThrow('must be an array');
  await expect(wrong([{ operation: 7 }], file)).rejects.toThrow('an operation or the name of one');
  await expect(wrong([{ ...copy, option: {} }], file)).rejects.toThrow('engine.pipeline has no option "option"');
});
