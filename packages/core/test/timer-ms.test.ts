import { expect, test } from 'vitest';
import { timerMs, timerOption } from '../src/timer-ms.ts';

test.each([2 ** 31, 30 * 24 * 3_600_000, Number.POSITIVE_INFINITY])(
  '%s ms is longer than a timer waits: it waits as long as it can, where Node would not wait at all',
  (ms) => {
    expect([timerMs(ms), timerOption('pollMs', ms)]).toEqual([2 ** 31 - 1, 2 ** 31 - 1]);
  },
);

test.each([0, -1, Number.NaN, '5', null])('an option of %j is refused by its name', (ms) => {
  expect(() => timerOption('pollMs', ms as number)).toThrow(`pollMs must be a number above 0, not ${ms}`);
});
