import { describe, expect, test } from 'vitest';
import { pdfCompressOptions } from '../src/operation.ts';

describe('options', () => {
  test('the level is medium unless given', () => {
    expect(pdfCompressOptions.parse({})).toEqual({ level: 'medium', color: 'keep', activeContent: 'keep' });
  });

  test.each([
    ['recommended', 'medium'],
    ['extreme', 'high'],
    ['maximum', 'high'],
    [' LOW ', 'low'],
  ])('%s means %s', (given, level) => {
    expect(pdfCompressOptions.parse({ level: given }).level).toBe(level);
  });

  test.each([
    ['level', 'tiny'],
    ['maxSize', 'small'],
    ['maxSize', '0KB'],
    ['maxSize', '-5MB'],
    ['maxSize', '5 potatoes'],
    ['quality', '0'],
    ['quality', '101'],
    ['quality', '70.5'],
    ['color', 'sepia'],
  ])('%s: %s is refused by its name', (field, value) => {
    const { error } = pdfCompressOptions.safeParse({ [field]: value });
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  test('sizes, qualities and colours are taken as forms and JSON give them', () => {
    expect(pdfCompressOptions.parse({ maxSize: 200_000, quality: '40', color: 'Grayscale' })).toMatchObject({
      maxSize: '200000',
      quality: 40,
      color: 'gray',
    });
  });
});
