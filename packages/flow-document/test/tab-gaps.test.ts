import { expect, test } from 'vitest';
import { hangsFromLabel, isLabelTabbed, tabGapIndexes } from '../src/analysis/text/tab-gaps.ts';
import type { Fragment, ParagraphDraft } from '../src/analysis/types.ts';

const style = { sizePt: 10, font: {} };

/** A line of words of 20 points with these gaps between them, in points. */
function line(texts: readonly string[], gaps: readonly number[], typedSpaces?: string): Fragment {
  let x0 = 0;
  const words = texts.map((text, index) => {
    const box = { x0, y0: 0, x1: x0 + 20, y1: 10 };
    x0 = box.x1 + (gaps[index] ?? 0);
    return { text, box, style, script: 'normal', spaceAfter: true, typedSpaces };
  });
  return { words, style, direction: 'ltr' } as unknown as Fragment;
}

test('a gap behind a label is a tab where it is much wider than the spaces of the line, even if a space is typed there', () => {
  expect(isLabelTabbed(line(['0.0.1.', 'To', 'aid', 'the', 'Society'], [9, 2.5, 2.5, 2.5], ' '))).toBe(true);
  // All spaces of a flush line are wide.
  expect(isLabelTabbed(line(['0.0.1.', 'To', 'aid', 'the', 'Society'], [6, 5, 6, 5], ' '))).toBe(false);
  expect(isLabelTabbed(line(['1.', 'Purpose'], [9], ' '))).toBe(false);
});

test('a wide gap behind a bullet is a tab, although a space is typed there', () => {
  expect(isLabelTabbed(line(['•', 'Purpose'], [9], ' '))).toBe(true);
  expect(isLabelTabbed(line(['•', 'Purpose'], [3], ' '))).toBe(false);
  expect(isLabelTabbed(line(['–', 'Purpose'], [9], ' '))).toBe(false);
});

test('lines hang from a label where the second begins as the text behind it does, unless they are centred', () => {
  const hangs = (label: string, startPt: number, alignment = 'left') => {
    const next = { ...line(['goes', 'on'], [3]), box: { x0: startPt, y0: 12, x1: 90, y1: 22 } };
    const fragments = [line([label, 'Purpose', 'and'], [3, 3], ' '), next];
    return hangsFromLabel({ fragments, alignment, direction: 'ltr' } as unknown as ParagraphDraft);
  };
  expect(hangs('1.', 23)).toBe(true);
  expect(hangs('1.', 0)).toBe(false);
  expect(hangs('1.', 23, 'center')).toBe(false);
  expect(hangs('Its', 23)).toBe(false);
});

test('a label before words that no spaces part is tabbed where its gap is wider than theirs', () => {
  expect(isLabelTabbed(line(['1.', '易仕和,', '赵玉新,', '何霖'], [8, 2.5, 2.5]))).toBe(true);
  expect(isLabelTabbed(line(['1.', '易仕和,', '赵玉新,', '何霖'], [5, 4, 4]))).toBe(false);
});

test('a gap wider than a letter, in which no space is typed although spaces are elsewhere in the line, is a tab', () => {
  const contacts = line(['jane@example.com', 'example.com', 'San', 'Francisco,', 'CA'], [10.5, 10.5, 2.8, 2.8]);
  const words = contacts.words.map((word, index) => (index < 2 ? word : { ...word, typedSpaces: ' ' }));
  expect(tabGapIndexes({ ...contacts, words }, false)).toEqual([1, 2]);
  expect(tabGapIndexes(contacts, false)).toEqual([]);
  expect(tabGapIndexes(line(['We', 'set', 'it', 'wide', 'apart'], [10.5, 10, 10, 10.5], ' '), false)).toEqual([]);
});

test('gaps that are alike and wider than any stretched space are tabs', () => {
  const labels = ['Rhino', 'QGIS', 'Design', 'Works', 'Colour', 'Code'];
  expect(tabGapIndexes(line(labels, [20, 20, 20, 20, 20]), false)).toEqual([1, 2, 3, 4, 5]);
  expect(tabGapIndexes(line(labels, [9, 9, 9, 9, 9]), false)).toEqual([]);
});
