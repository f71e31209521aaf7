import {
  type Font,
  type FormValue,
  type Line,
  type Page,
  type TextStyle,
  type Word,
  withFormValues,
} from '@platen/pdf-kit/page-model';
import type { PDFPage } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { convertDrawn, setProse, type TestFonts, write } from './docx.ts';

const prose =
  'This application is for the host family, and its answers to all of the questions are given to the student. ';
const rows = [
  ['Coordinator', 'Student name'],
  ['Home phone', 'Cell phone'],
  ['Mailing address', 'City'],
  ['Work phone', 'State'],
  ['Profession', 'Zip code'],
  ['Religion', 'Language'],
  ['School', 'Distance'],
] as const;

/** A form: prose, then rows of two labels with a blank behind each, which ends where the next label begins. */
function form(page: PDFPage, { regular }: TestFonts): void {
  let y = setProse(page, regular, prose.repeat(2), 40, 60, 320) + 30;
  for (const [first, second] of rows) {
    for (const [label, x, endX] of [
      [first, 40, 196],
      [second, 200, 360],
    ] as const) {
      write(page, regular, 10, x, y, label);
      const startX = x + regular.widthOfTextAtSize(label, 10) + 2;
      page.drawLine({ start: { x: startX, y: 500 - y - 2 }, end: { x: endX, y: 500 - y - 2 }, thickness: 0.7 });
    }
    y += 24;
  }
}

/** The positions of the tab stops that draw a line, in twips. */
function blanksOf(xml: string): readonly number[] {
  return [...xml.matchAll(/<w:tab w:val="\w+" w:leader="underscore" w:pos="(\d+)"/g)].map(([, position]) =>
    Number(position),
  );
}

describe('a form with lines to write on', () => {
  test('has tabs with a line below them, that end where the lines end', async () => {
    const { paragraphs, xml } = await convertDrawn([form]);
    expect(xml).not.toContain('wps:wsp');
    expect(xml).not.toContain('<w:pBdr>');
    for (const [first] of rows) {
      const stops = blanksOf(paragraphs.find(({ text }) => text.includes(first))?.xml ?? '');
      expect(stops).toEqual([expect.closeTo(20 * (196 - 40), -1.5), expect.closeTo(20 * (360 - 40), -1.5)]);
    }
  });
  test('is no table, and its labels stay on their rows', async () => {
    const { paragraphs, xml } = await convertDrawn([form]);
    expect(xml).not.toContain('<w:tbl>');
    expect(xml).not.toContain('<w:cols w:num="2"');
    for (const [first, second] of rows)
      expect(paragraphs.some(({ text }) => text.includes(first) && text.includes(second))).toBe(true);
  });
});

/** A menu in two columns: dishes with prices, and between them dots that are drawn as small squares above the baseline. */
function menu(page: PDFPage, { regular }: TestFonts): void {
  for (const [x, pitch] of [
    [40, 42],
    [220, 36],
  ] as const) {
    for (const [index, dish] of ['Burrata', 'Carpaccio', 'Vitello tonnato', 'Spaghetti', 'Risotto'].entries()) {
      const y = 60 + pitch * index;
      write(page, regular, 10, x, y, dish);
      write(page, regular, 10, x + 125, y, `${12 + index}.50`);
      write(page, regular, 8, x, y + 12, 'with herbs, lemon and oil');
      for (let at = x + 6 + regular.widthOfTextAtSize(dish, 10); at < x + 119; at += 1.5)
        page.drawRectangle({ x: at, y: 500 - y + 2, width: 0.75, height: 0.75 });
    }
  }
}

test('prices behind drawn dots are tabs with leaders, one column after the other, and no table', async () => {
  const { paragraphs, xml } = await convertDrawn([menu]);
  expect(xml).not.toContain('<w:tbl>');
  const dishes = paragraphs.filter(({ xml: own }) => own.includes('w:leader="dot"')).map(({ text }) => text);
  expect(dishes).toHaveLength(10);
  expect(dishes.slice(0, 5).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    'Burrata 12.50',
    'Carpaccio 13.50',
    'Vitello tonnato 14.50',
    'Spaghetti 15.50',
    'Risotto 16.50',
  ]);
});

test('answers on the lines stay behind their labels, also in larger letters set higher', async () => {
  const { paragraphs } = await convertDrawn([
    (page, fonts) => {
      form(page, fonts);
      let y = setProse(page, fonts.regular, prose.repeat(2), 40, 60, 320) + 30;
      for (const [first] of rows) {
        write(page, fonts.bold, 12, 46 + fonts.regular.widthOfTextAtSize(first, 10), y - 1, 'Answer');
        y += 24;
      }
    },
  ]);
  for (const [first, second] of rows)
    expect(paragraphs.map(({ text }) => text.replace(/\s+/g, ' '))).toContainEqual(
      expect.stringMatching(`${first} Answer ${second}`),
    );
});

/** A page with a line of text, and the box of a field before it. */
function pageWith(text: string): Page {
  const font = { name: 'Helvetica', bold: false, italic: false, serif: false, monospace: false } as Font;
  const style = { font, sizePt: 10, color: '#000000' } as TextStyle;
  const wordAt = (word: string, x0: number): Word => {
    const box = { x0, y0: 92, x1: x0 + 5 * word.length, y1: 103 };
    const glyphs = [...word].map((letter, index) => ({
      text: letter,
      box: { ...box, x0: x0 + 5 * index, x1: x0 + 5 * index + 5 },
    }));
    return { text: word, box, style, glyphs } as unknown as Word;
  };
  const words = text.split(' ').map((word, index) => wordAt(word, 60 + 40 * index));
  const box = { x0: 60, y0: 92, x1: 200, y1: 103 };
  const line = { text, words, box, style, baseline: 100, angle: 0 } as unknown as Line;
  const field = { box: { x0: 58, y0: 88, x1: 72, y1: 104 }, kind: 'checkbox', checked: false, value: '' } as FormValue;
  return { lines: [line], formValues: [field], widthPt: 400, heightPt: 500 } as unknown as Page;
}

describe('boxes to tick', () => {
  test('are signs on the line of their text', () => {
    const [, sign] = withFormValues(pageWith('Camping')).lines;
    expect(sign?.text).toBe('☐');
    expect(sign?.baseline).toBeCloseTo(100);
  });

  test('are not set twice where they are printed', () => {
    expect(withFormValues(pageWith('\uf071 Camping')).lines).toHaveLength(1);
  });
});

test('lines to sign on beside each other are drawn where they are', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      const y = setProse(page, regular, prose.repeat(3), 40, 60, 320) + 60;
      for (const [x, caption] of [
        [40, 'The landlord'],
        [220, 'The tenant'],
      ] as const) {
        page.drawLine({ start: { x, y: 500 - y }, end: { x: x + 120, y: 500 - y }, thickness: 0.7 });
        write(page, regular, 9, x, y + 14, caption);
      }
      setProse(page, regular, prose.repeat(3), 40, y + 50, 320);
    },
  ]);
  expect(xml.match(/<a:prstGeom prst="line">/g)).toHaveLength(2);
  expect(xml).not.toContain('<w:between');
});

test('a short rule behind a letter is a sign, and no blank', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      const y = setProse(page, regular, prose.repeat(3), 40, 60, 320) + 20;
      write(page, regular, 10, 40, y, 'P');
      for (const up of [2, 4])
        page.drawLine({ start: { x: 49, y: 500 - y + up }, end: { x: 56, y: 500 - y + up }, thickness: 0.5 });
      page.drawLine({ start: { x: 49, y: 500 - y - 1 }, end: { x: 56, y: 500 - y - 1 }, thickness: 0.5 });
      write(page, regular, 10, 59, y, '.25');
    },
  ]);
  expect(blanksOf(xml)).toEqual([]);
});
