import { expect, test } from 'vitest';
import { fitCell } from '../src/compose/fit-cell.ts';
import type { PlacedParagraph } from '../src/compose/place-paragraph.ts';
import { plainParagraph } from '../src/document/plain-paragraph.ts';

function placed(lineCount: number, spaceBeforePt: number): PlacedParagraph {
  return { paragraph: plainParagraph([], { spaceBeforePt }), bottomY: 0, linesPt: 12 * lineCount, lineCount };
}

test('paragraphs that fit stay as they are', () => {
  const one = placed(2, 3);
  expect(fitCell([one], 30)).toEqual([one.paragraph]);
});

test('the space before paragraphs gives way before their lines do', () => {
  const [paragraph] = fitCell([placed(2, 6)], 27);
  expect(paragraph?.format).toMatchObject({ spaceBeforePt: 3, lineSpacing: { rule: 'multiple', value: 1 } });
});

test('lines stand closer where there is no space to give', () => {
  const [paragraph] = fitCell([placed(2, 6)], 20);
  expect(paragraph?.format).toMatchObject({ spaceBeforePt: 0, lineSpacing: { rule: 'exact', value: 10 } });
});
