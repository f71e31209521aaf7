import { expect, test } from 'vitest';
import { fitCell } from '../src/compose/fit-cell.ts';
import type { PlacedParagraph } from '../src/compose/place-paragraph.ts';
import { plainParagraph } from '../src/model/plain-paragraph.ts';

function placed(lineCount: number, spaceBeforePt: number): PlacedParagraph {
  return { paragraph: plainParagraph([], { spaceBeforePt }), topY: 0, bottomY: 0, linesPt: 12 * lineCount, lineCount };
}

test('paragraphs that fit stay as they are', () => {
  const one = placed(2, 3);
  expect(fitCell([one], 30)).toEqual({ blocks: [one.paragraph], heightPt: 27 });
});

test('the space before paragraphs gives way before their lines do', () => {
  const { blocks, heightPt } = fitCell([placed(2, 6)], 27);
  expect(heightPt).toBe(27);
  expect(blocks[0]?.format).toMatchObject({ spaceBeforePt: 3, lineSpacing: { rule: 'multiple', value: 1 } });
});

test('lines stand closer where there is no space to give', () => {
  const { blocks } = fitCell([placed(2, 6)], 20);
  expect(blocks[0]?.format).toMatchObject({ spaceBeforePt: 0, lineSpacing: { rule: 'multiple', value: 0.83 } });
});
