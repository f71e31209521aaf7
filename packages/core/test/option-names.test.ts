import { expect, test } from 'vitest';
import { checkOptionNames, type OptionNames } from '../src/internal.ts';

const names: OptionNames<{ readonly folder: string; readonly timeoutMs?: number }> = { folder: true, timeoutMs: true };

test('an option that is not there is refused, with those that are', () => {
  expect(() => checkOptionNames('createStore', { folder: 'x', timeoutMS: 5 }, names)).toThrow(
    new TypeError('timeoutMS is not an option of createStore; there are folder, timeoutMs'),
  );
  expect(() => checkOptionNames('createStore', { toString: 5 }, names)).toThrow('toString is not an option');
});

test('known ones, and those that are not given, are let be', () => {
  for (const given of [{ folder: 'x', timeoutMs: 5 }, { other: undefined }, {}, undefined]) {
    expect(() => checkOptionNames('createStore', given, names)).not.toThrow();
  }
});
