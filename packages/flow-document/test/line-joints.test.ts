import { describe, expect, test } from 'vitest';
import { isBrokenWord, needsSpace } from '../src/analysis/text/line-joints.ts';

const knows = (...words: string[]) => ({ knowsWord: (word: string) => words.includes(word), breaksWords: true });

describe('the joint of two lines', () => {
  test('a hyphen before a known whole word only broke it', () => {
    expect(isBrokenWord('docu-', 'ment', knows('document'))).toBe(true);
  });

  test('a hyphen of a known compound stays', () => {
    expect(isBrokenWord('well-', 'known', knows('well-known'))).toBe(false);
  });

  test('where lines end with compounds only, an unknown word is one', () => {
    expect(isBrokenWord('bank-', 'advised', { ...knows(), breaksWords: false })).toBe(false);
    expect(isBrokenWord('docu-', 'ment', { ...knows('document'), breaksWords: false })).toBe(true);
  });

  test('a hyphen before a capital stays', () => {
    expect(isBrokenWord('Anglo-', 'Saxon', knows())).toBe(false);
  });

  test('lines of Chinese are joined without a space', () => {
    expect(needsSpace('中文', '文本')).toBe(false);
    expect(needsSpace('two', 'words')).toBe(true);
  });

  test('nor are lines that end with a length mark of kana or with a full-width bracket', () => {
    expect(needsSpace('コンピューター', 'Word')).toBe(false);
    expect(needsSpace('(注）', 'Word')).toBe(false);
  });

  test('a line break inside Thai is no space; beside a word of another script it may be one', () => {
    expect(needsSpace('ภาษา', 'ไทย')).toBe(false);
    expect(needsSpace('ภาษา', 'Thai')).toBe(true);
  });

  test('lines of Korean are joined with a space', () => {
    expect(needsSpace('한국어', '문장')).toBe(true);
  });
});
