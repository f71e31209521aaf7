import { expect, test } from 'vitest';
import { checkOptionNames, type OptionNames } from '../src/internal.ts';

const names: OptionNames<{ readonly folder: string; readonly timeoutMs?: number }> = { folder: true, timeoutMs: true };

test('an option that is not there is refused, with those that are', () => {
  expect(() => checkOptionNames('createStore', { folder: 'x', timeoutMS: 5 }, names)).toThrow(
    new TypeError('createStore has no option "timeoutMS". Its options are folder, timeoutMs'),
  );
  expect(() => checkOptionNames('createStore', { toString: 5 }, names)).toThrow('createStore has no option "toString"');
});

test('known ones, and those that are not given, are let be', () => {
  for (const given of [{ folder: 'x', timeoutMs: 5 }, { other: undefined }, {}, undefined]) {
    expect(() => checkOptionNames('createStore', given, names)).not.toThrow();
  }
});
