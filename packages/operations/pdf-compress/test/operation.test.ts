import { describe, expect, test } from 'vitest';
import { pdfCompressOptions } from '../src/operation.ts';

describe('options', () => {
  test('the level is medium unless given', () => {
    expect(pdfCompressOptions.parse({})).toEqual({ level: 'medium', activeContent: 'keep' });
  });

  test.each([
    ['recommended', 'medium'],
    ['extreme', 'high'],
    ['maximum', 'high'],
    [' LOW ', 'low'],
  ])('%s means %s', (given, level) => {
    expect(pdfCompressOptions.parse({ level: given }).level).toBe(level);
  });

  test('another word is refused', () => {
    expect(pdfCompressOptions.safeParse({ level: 'tiny' }).success).toBe(false);
  });
});
