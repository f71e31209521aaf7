import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { readSecret } from '../src/read-secret.ts';

/** A keyboard that remembers whether keys are read one by one. */
function createKeyboard() {
  const modes: boolean[] = [];
  const keyboard = Object.assign(new PassThrough(), {
    setRawMode(mode: boolean) {
      modes.push(mode);
      return keyboard;
    },
  });
  return { keyboard, modes };
}

test.each([
  ['geheim\r', 'geheim'],
  ['pä😀\u007fss\n', 'päss'],
  ['\b\bok\r', 'ok'],
  ['a\u0001b\r', 'ab'],
  ['\r', null],
  ['abc\u0004', null],
])('%j is read as %j, and the terminal is as before', async (keys, expected) => {
  const { keyboard, modes } = createKeyboard();
  const secret = readSecret(keyboard as never, () => expect.unreachable());
  keyboard.write(keys);
  expect(await secret).toBe(expected);
  expect(modes).toEqual([true, false]);
  expect(keyboard.listenerCount('data')).toBe(0);
});

test('Ctrl-C interrupts, and the end of the input ends it', async () => {
  const interrupt = vi.fn();
  const { keyboard } = createKeyboard();
  const secret = readSecret(keyboard as never, interrupt);
  keyboard.write('ab\u0003');
  expect(await secret).toBeNull();
  expect(interrupt).toHaveBeenCalledOnce();
  const closed = createKeyboard();
  const nothing = readSecret(closed.keyboard as never, interrupt);
  closed.keyboard.end();
  expect(await nothing).toBeNull();
});
