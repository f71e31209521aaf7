import type { Page } from '@platen/pdf-kit/page-model';
import type { PDFFont } from 'pdf-lib';
import { expect, test } from 'vitest';
import { findLineNumbers } from '../../../flow-document/src/analysis/running/line-numbers.ts';
import { wordsLostInReading } from '../../../flow-document/src/words/words-lost-in-reading.ts';
import { convertDrawn, write } from './docx.ts';

const lines = [
  'The parties to this agreement have agreed on what follows, and they',
  'will keep to it for as long as it is in force between the two of them',
  'and for a year after that, unless one of them is told otherwise by a',
  'court, in which case the other is free to do what it thinks right.',
];

test('numbers in the margin that count the lines are line numbering of the sections, and not text', async () => {
  const { paragraphs, xml } = await convertDrawn(
    [0, 12].map((before) => (page, { regular }) => {
      for (let index = 0; index < 12; index++) {
        const number = String(before + index + 1);
        const y = 80 + 14 * index;
        write(page, regular, 8, 40 - regular.widthOfTextAtSize(number, 8), y, number);
        write(page, regular, 10, 55, y, lines[index % 4] ?? '');
      }
    }),
  );
  expect(paragraphs.map(({ text }) => text).join(' ')).not.toMatch(/\d/);
  expect(xml).toMatch(/<w:lnNumType w:countBy="1" w:distance="\d+" w:restart="continuous"\/>/);
});

test('numbers of few lines that count blank ones too stay text: counted anew they would be others', async () => {
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      for (let index = 0; index < 14; index++) {
        const number = String(index + 1);
        const y = 80 + 20 * index;
        write(page, regular, 8, 40 - regular.widthOfTextAtSize(number, 8), y, number);
        if (index !== 6) write(page, regular, 10, 55, y, lines[index % 4] ?? '');
      }
    },
  ]);
  expect(paragraphs.map(({ text }) => text).join(' ')).toMatch(/14/);
  expect(xml).not.toContain('w:lnNumType');
});

test('the numbers of pleading paper go to the header, blank lines or not', async () => {
  const draw = (page: Parameters<Parameters<typeof convertDrawn>[0][number]>[0], regular: PDFFont) => {
    for (let index = 0; index < 20; index++) {
      const number = String(index + 1);
      // A driver may place each a little off.
      const y = 50 + 20 * index + (index % 3);
      write(page, regular, 8, 40 - regular.widthOfTextAtSize(number, 8), y, number);
      if (index !== 3 && index !== 11 && index < 17) write(page, regular, 10, 55, y, lines[index % 4] ?? '');
    }
  };
  const { paragraphs, parts } = await convertDrawn(
    [0, 1].map(
      () =>
        (page, { regular }) =>
          draw(page, regular),
    ),
  );
  expect(paragraphs.map(({ text }) => text).join(' ')).not.toMatch(/\d/);
  const headers = [...parts].filter(([name]) => /header\d*\.xml$/.test(name)).map(([, content]) => content);
  expect(headers.join('')).toMatch(/<w:framePr .*>20</s);
});

test('numbers below a head are the first column of a table', async () => {
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular, bold }) => {
      write(page, bold, 10, 40, 66, 'No.');
      write(page, bold, 10, 75, 66, 'What was agreed');
      for (let index = 0; index < 12; index++) {
        write(page, regular, 10, 40, 80 + 14 * index, String(index + 1));
        write(page, regular, 10, 75, 80 + 14 * index, lines[index % 4] ?? '');
      }
    },
  ]);
  expect(paragraphs.map(({ text }) => text).join(' ')).toMatch(/12/);
  expect(xml).not.toContain('w:lnNumType');
});

test('the stamp of a court above the numbers of pleading paper is no head of a column', async () => {
  const { paragraphs } = await convertDrawn(
    [0, 1].map((_, page) => (sheet, { regular }) => {
      write(sheet, regular, 8, 30, 26, `Case 2:19-cv-00412 Document 57 Filed 03/14/20 Page ${page + 1} of 2`);
      for (let index = 0; index < 20; index++) {
        const number = String(index + 1);
        const y = 50 + 20 * index;
        write(sheet, regular, 8, 40 - regular.widthOfTextAtSize(number, 8), y, number);
        if (index !== 3 && index < 17) write(sheet, regular, 10, 55, y, lines[index % 4] ?? '');
      }
    }),
  );
  expect(paragraphs.map(({ text }) => text).join(' ')).not.toMatch(/\d/);
});

test('line numbers are no lost words, but a number of the text that was not read is one', () => {
  const lineOf = (index: number, text: string, x0: number) => {
    const baseline = 80 + 14 * index;
    const x1 = x0 + 5 * text.length;
    const box = { x0, y0: baseline - 8, x1, y1: baseline };
    const word = { text, box, style: { sizePt: 8, font: { name: 'Body' } } };
    return { text, box, baseline, angle: 0, words: [word] };
  };
  const numbers = Array.from({ length: 12 }, (_, index) => String(995 + index));
  const drawn = numbers.map((number) => `${number} text`).join(' ');
  const page = {
    number: 1,
    rules: [],
    formValues: [],
    lines: numbers.flatMap((number, index) => [
      lineOf(index, number, 40 - 5 * number.length),
      lineOf(index, 'text', 55),
    ]),
    drawnText: `${drawn} 812`,
  } as unknown as Page;
  const cleaned = findLineNumbers([page])?.without(page);
  expect(cleaned?.lines).toHaveLength(12);
  expect(cleaned === undefined ? [] : wordsLostInReading(cleaned)).toEqual(['812']);
});
