import { expect, test } from 'vitest';
import { settlePitch } from '../src/page-model/text/fixed-pitch.ts';
import type { RecognizedLine, RecognizedWord } from '../src/page-model/text/recognized-line.ts';

const text = [
  'Receipt - bank transfer from harbour office',
  'Invoice - diesel filters and grease for winch',
  'Invoice - rope with chain for lifting tackle',
];

/** Words of a line on cells of 6 points, the ink of each as wide as its letters leave it. */
function typed(line: string, pitch = 6): RecognizedLine {
  const words = [...line.matchAll(/\S+/g)].map((match): RecognizedWord => {
    const white = match[0] === '-' ? 0.25 * pitch : 0.1 * pitch;
    const [x0, x1] = [match.index * pitch + white, (match.index + match[0].length) * pitch - white];
    return { text: match[0], box: { x0, y0: 100, x1, y1: 107 }, confidence: 0.95 };
  });
  return { words };
}

function printed(line: string): RecognizedLine {
  let x0 = 0;
  const words = [...line.matchAll(/\S+/g)].map((match): RecognizedWord => {
    const width = [...match[0]].reduce((sum, letter) => sum + (/[iltfrj-]/.test(letter) ? 3 : 5.6), 0);
    const box = { x0, y0: 100, x1: x0 + width, y1: 107 };
    x0 += width + 3;
    return { text: match[0], box, confidence: 0.95 };
  });
  return { words };
}

test('words of a typewritten page are as wide as their cells, dashes too, at the size of Courier', () => {
  const [line] = settlePitch(text.map((own) => typed(own)));
  expect(line?.fixedPitch).toBe(true);
  expect(line?.sizePt).toBeCloseTo(10, 0);
  const dash = line?.words[1]?.box;
  expect(dash?.x0).toBeCloseTo(48, 0);
  expect(dash?.x1).toBeCloseTo(54, 0);
});

test('lines of figures alone are typewritten as their page is, headings in other type are not', () => {
  const lines = settlePitch([...text.map((own) => typed(own)), typed('1,420.95 12/03'), typed('CUSTOMER LEDGER', 9)]);
  expect(lines.map(({ fixedPitch }) => fixedPitch)).toEqual([true, true, true, true, false]);
});

test('print whose letters differ in width is left as it is', () => {
  const lines = text.map(printed);
  expect(settlePitch(lines)).toEqual(lines.map((line) => ({ ...line, fixedPitch: false })));
});

test('Chinese, whose signs are all of one width, is no typewriting', () => {
  const words = Array.from({ length: 20 }, (_, index): RecognizedWord => {
    const box = { x0: index * 50, y0: 100, x1: index * 50 + 40, y1: 110 };
    return { text: '银行对账', box, confidence: 0.95 };
  });
  expect(settlePitch([{ words }])[0]?.fixedPitch).toBe(false);
});
