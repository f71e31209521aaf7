import { expect, test, vi } from 'vitest';
import { missingWords } from '../src/words/missing-words.ts';
import { createWordCount } from '../src/words/word-count.ts';

function countsOf(text: string): ReadonlyMap<string, number> {
  const count = createWordCount();
  count.add(text);
  return count.counts;
}

function missing(source: string, written: string, labels = 0): readonly string[] {
  return missingWords(countsOf(source), countsOf(written), labels);
}

test('a word that stands twice must be there twice', () => {
  expect(missing('to be or not to be', 'to be or not')).toEqual(['to', 'be']);
});

test('case, forms of letters and soft hyphens make no other word', () => {
  expect(missing('The ﬁrst LINE', 'the first li\u00adne')).toEqual([]);
});

test('an accent that stands by itself is a sign, and one on a letter part of the word', () => {
  expect(missing('¨ item', 'item')).toEqual([]);
  expect(missing('x\u0301', 'x')).toEqual(['x\u0301']);
});

test('a word broken at the end of a line is whole again', () => {
  expect(missing('a para- graph', 'a paragraph')).toEqual([]);
});

test('words that are parted, or run together, are kept', () => {
  expect(missing('footnotes here', 'foot notes here')).toEqual([]);
  expect(missing('see page', 'seepage')).toEqual([]);
});

test('pieces serve one word only', () => {
  expect(missing('graph graph', 'paragraph')).toEqual(['graph']);
});

test('as many numbers may be missing as the word processor counts', () => {
  expect(missing('1. first 2. second', 'first second', 2)).toEqual([]);
  expect(missing('1. first 2. second', 'first second', 1)).toEqual(['2']);
  expect(missing('first second', 'first', 2)).toEqual(['second']);
  expect(missing('➊ first ➋ second', 'first second', 2)).toEqual([]);
});

test('a word whose letters no piece has is not looked for in all of them', () => {
  const pieces = Array.from({ length: 2_000 }, (_, at) => `piece${at}`);
  const words = Array.from({ length: 2_000 }, (_, at) => `absent${at}`);
  const searches = (['includes', 'indexOf', 'startsWith'] as const).map((name) => vi.spyOn(String.prototype, name));
  const lost = missing(words.join(' '), pieces.join(' '));
  const calls = searches.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const search of searches) search.mockRestore();
  expect(lost).toHaveLength(2_000);
  expect(calls).toBeLessThan(20_000);
});
