import { silentLogger } from '@platen/core';
import { stderrLogger } from '@platen/core/internal';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

const lines: string[] = [];
const written = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
afterEach(() => {
  lines.length = 0;
  written.mockClear();
});
afterAll(() => written.mockRestore());

test('warnings and errors are lines on standard error, with fields and the chain of causes', () => {
  const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  stderrLogger.warn({ jobId: 'a', bytes: 5n, err: new Error('the output was not kept', { cause }) }, 'a job waits');
  stderrLogger.error({}, 'the sweep failed');
  expect(lines).toEqual([
    expect.stringMatching(
      /^\d{4}-[\d:.T-]+Z platen warning: a job waits \{"jobId":"a","bytes":"5"\} \(Error: the output was not kept; because of Error: no space left on device\)$/,
    ),
    expect.stringMatching(/platen error: the sweep failed$/),
  ]);
});

test('an error comes with the stack of its cause, and with any kind of field', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  stderrLogger.error({ cyclic, err: new Error('broken') }, 'odd');
  expect(lines[0]).toMatch(/platen error: odd cyclic \(Error: broken\)\n\s+at /);
});

test('what is not worth a warning is not written, and nothing by the silent logger', () => {
  stderrLogger.info({}, 'fine');
  stderrLogger.debug({}, 'fine');
  silentLogger.error({}, 'broken');
  expect(lines).toEqual([]);
});
