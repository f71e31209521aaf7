import { expect, test } from 'vitest';
import { isLeader } from '../src/tables/text-rows.ts';

test('a run of dots or underscores leads to a value', () => {
  for (const text of ['....', '........', '____', '······', '……']) expect(isLeader({ text })).toBe(true);
});

test('three dots stand for a value that there is none of', () => {
  for (const text of ['...', '…', '..', '1...', '']) expect(isLeader({ text })).toBe(false);
});
