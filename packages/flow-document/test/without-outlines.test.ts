import { blankPage, withRecognizedText } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { withoutOutlines } from '../src/without-outlines.ts';

test('text recognised from outlines takes their colour and their place; a rule below it stays', () => {
  const box = { x0: 50, y0: 92, x1: 80, y1: 102 };
  const letter = { kind: 'curve' as const, box: { x0: 52, y0: 94, x1: 58, y1: 100 }, strokeColor: null };
  const rule = { orientation: 'horizontal' as const, widthPt: 1, color: '#000000', dashed: false };
  const page = {
    ...withRecognizedText(blankPage({ number: 1, widthPt: 400, heightPt: 500 }), [
      { words: [{ text: 'Hello', box, confidence: 1 }], baseline: 100 },
    ]),
    drawings: [
      { ...letter, fillColor: '#ff0000' },
      { ...letter, box: { x0: 200, y0: 300, x1: 260, y1: 360 }, fillColor: '#00ff00' },
    ],
    rules: [{ ...rule, x0: 50, x1: 300, y0: 103, y1: 103 }],
  };
  const { lines, drawings, rules } = withoutOutlines(page);
  expect(lines[0]?.words[0]?.style.color).toBe('#ff0000');
  expect(drawings.map(({ fillColor }) => fillColor)).toEqual(['#00ff00']);
  expect(rules).toHaveLength(1);
});

test('a dot before an item is a bullet, whatever letter it was recognised as', () => {
  const page = {
    ...withRecognizedText(blankPage({ number: 1, widthPt: 400, heightPt: 500 }), [
      {
        words: [
          { text: 'e', box: { x0: 50, y0: 95, x1: 54, y1: 99 }, confidence: 0.6 },
          { text: 'Item', box: { x0: 60, y0: 92, x1: 80, y1: 102 }, confidence: 1 },
        ],
        baseline: 100,
      },
    ]),
    drawings: [
      { kind: 'curve' as const, box: { x0: 50, y0: 95, x1: 54, y1: 99 }, strokeColor: null, fillColor: '#000000' },
    ],
  };
  expect(withoutOutlines(page).lines[0]?.text).toBe('\u2022 Item');
});
