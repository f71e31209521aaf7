import type { ListLevel } from '@platen/flow-document';
import { expect, test } from 'vitest';
import { numberingPart } from '../src/emit/numbering-part.ts';

test('the text follows a label at once where nothing parts them, and else at a tab', () => {
  const level: ListLevel = {
    format: 'chinese',
    label: '%1、',
    start: 1,
    indentLeftPt: 24,
    hangingPt: 24,
    isTight: true,
    labelStyle: null,
  };
  const lists = [
    { id: 'tight', levels: [level] },
    { id: 'apart', levels: [{ ...level, isTight: false }] },
  ];
  const xml = numberingPart(lists, new Map());
  expect([...xml.matchAll(/<w:suff w:val="(\w+)"/g)].map(([, suffix]) => suffix)).toEqual(['nothing', 'tab']);
  expect(xml).toContain('<w:numFmt w:val="chineseCountingThousand"/>');
});
