import type { ScanPage } from '@platen/pdf-kit/ocr';
import { expect, test } from 'vitest';
import { chooseTreatment } from '../src/pages/choose-treatment.ts';

const bare: ScanPage = {
  widthPt: 595,
  heightPt: 842,
  imageCoverage: 0,
  imageDpi: null,
  visibleLetters: 0,
  hiddenLetters: 0,
  hasDrawings: false,
  lines: [],
};
const scan: ScanPage = { ...bare, imageCoverage: 1, imageDpi: 300 };

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
  ['text over a picture', { ...scan, visibleLetters: 900 }, 'leave', 'leave', 'recognize replace'],
  ['text drawn as outlines', { ...bare, hasDrawings: true }, 'recognize none', 'recognize none', 'recognize none'],
  ['a blank page', bare, 'leave', 'leave', 'leave'],
] as const)('%s', (_name, page, skipText, redo, force) => {
  const outcome = (mode: 'skip-text' | 'redo' | 'force') => {
    const { recognize, change } = chooseTreatment(page, mode);
    return recognize ? `recognize ${change}` : 'leave';
  };
  expect([outcome('skip-text'), outcome('redo'), outcome('force')]).toEqual([skipText, redo, force]);
});
