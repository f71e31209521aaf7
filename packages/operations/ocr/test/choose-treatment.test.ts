import type { ScanPage } from '@platen/pdf-kit/ocr';
import { expect, test } from 'vitest';
import { chooseTreatment } from '../src/pages/choose-treatment.ts';

const bare: ScanPage = {
  widthPt: 595,
  heightPt: 842,
  imageCoverage: 0,
  imageDpi: null,
  pictures: [],
  visibleLetters: 0,
  hiddenLetters: 0,
  textBehindImage: false,
  hasDrawings: false,
  lines: [],
};
const wholePage = { x0: 0, y0: 0, x1: 595, y1: 842 };
const scan: ScanPage = { ...bare, imageCoverage: 1, imageDpi: 300, pictures: [wholePage] };
const lowerHalf = { ...wholePage, y0: 421 };
/** Nine hundred letters from a place down. */
const lettersAt = (y: number): Pick<ScanPage, 'visibleLetters' | 'lines'> => ({
  visibleLetters: 900,
  lines: Array.from({ length: 9 }, (_, row) => ({
    words: [
      { text: 'a'.repeat(100), confidence: 1, box: { x0: 50, y0: y + 20 * row, x1: 500, y1: y + 12 + 20 * row } },
    ],
    baseline: { x0: 50, y0: y + 10 + 20 * row, x1: 500, y1: y + 10 + 20 * row },
    heightPx: 12,
    direction: 'ltr',
    paragraph: 0,
    hidden: false,
  })),
});

test.each([
  ['a scan', scan, 'recognize none', 'recognize none', 'recognize none'],
  [
    'a scan with a hidden layer',
    { ...scan, hiddenLetters: 900 },
    'leave',
    'recognize remove-hidden-text',
    'recognize remove-hidden-text',
  ],
  ['a scan with a stamp', { ...scan, visibleLetters: 30 }, 'recognize none', 'recognize none', 'recognize replace'],
  ['a page of text', { ...bare, visibleLetters: 900 }, 'leave', 'leave', 'recognize replace'],
  ['text over a picture', { ...scan, ...lettersAt(50) }, 'leave', 'leave', 'recognize replace'],
  [
    'a picture below text',
    { ...bare, imageCoverage: 0.5, pictures: [lowerHalf], ...lettersAt(50) },
    'pictures none',
    'pictures none',
    'recognize replace',
  ],
  [
    'a scan with text behind it',
    { ...scan, hiddenLetters: 900, textBehindImage: true },
    'leave',
    'recognize remove-text-behind-image',
    'recognize remove-text-behind-image',
  ],
  ['text drawn as outlines', { ...bare, hasDrawings: true }, 'recognize none', 'recognize none', 'recognize none'],
  ['a blank page', bare, 'leave', 'leave', 'leave'],
] as const)('%s', (_name, page, skipText, redo, force) => {
  const outcome = (mode: 'skip-text' | 'redo' | 'force') => {
    const { recognize, change } = chooseTreatment(page, mode);
    if (recognize === 'nothing') return 'leave';
    return `${recognize === 'page' ? 'recognize' : recognize} ${change}`;
  };
  expect([outcome('skip-text'), outcome('redo'), outcome('force')]).toEqual([skipText, redo, force]);
});
