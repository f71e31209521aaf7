import { describe, expect, test } from 'vitest';
import { isBrokenWord, needsSpace } from '../src/analysis/text/line-joints.ts';

const knows =
  (...words: string[]) =>
  (word: string) =>
    words.includes(word);

describe('the joint of two lines', () => {
  test('a hyphen before a known whole word only broke it', () => {
    expect(isBrokenWord('docu-', 'ment', knows('document'))).toBe(true);
  });

  test('a hyphen of a known compound stays', () => {
    expect(isBrokenWord('well-', 'known', knows('well-known'))).toBe(false);
  });

  test('a hyphen before a capital stays', () => {
    expect(isBrokenWord('Anglo-', 'Saxon', knows())).toBe(false);
  });

  test('lines of Chinese are joined without a space', () => {
    expect(needsSpace('中文', '文本')).toBe(false);
    expect(needsSpace('two', 'words')).toBe(true);
  });
});
