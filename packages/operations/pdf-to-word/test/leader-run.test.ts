import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

test('dots that lead to a page number are a tab with a leader, whether they touch the text or not', async () => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 100, 'Introduction ............................ 5');
      write(page, regular, 10, 50, 120, 'Methods............................17');
      write(page, regular, 10, 50, 160, 'A sentence of prose may end in dots ...');
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([
    'Introduction\t5',
    'Methods\t17',
    'A sentence of prose may end in dots ...',
  ]);
  expect(xml.match(/w:leader="dot"/g)).toHaveLength(2);
});

test('dots may lead to a page number between dashes', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 100, 'Introduction ............................ - 5 -');
      write(page, regular, 10, 50, 120, 'Methods ............................ - 17 -');
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual(['Introduction\t- 5 -', 'Methods\t- 17 -']);
});

test('a table of contents with numbers of its own, or with several pages behind each title, is lines with tabs', async () => {
  const entries = [
    ['I.', 'Preliminary Statement', '1'],
    ['II.', 'Factual Background of the Case', '1'],
    ['III.', 'Argument', '6, 11, 13'],
    ['IV.', 'The Court Lacks Jurisdiction', '6'],
    ['V.', 'Conclusion', '17–18'],
  ] as const;
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (const [index, [number, title, pages]] of entries.entries()) {
        const y = 100 + 24 * index;
        const end = 340 - regular.widthOfTextAtSize(pages, 10);
        const start = 100 + regular.widthOfTextAtSize(`${title} `, 10);
        write(page, regular, 10, 50, y, number);
        write(page, regular, 10, 100, y, `${title} `);
        write(page, regular, 10, start, y, '.'.repeat(Math.floor((end - start) / regular.widthOfTextAtSize('.', 10))));
        write(page, regular, 10, end, y, pages);
      }
    },
  ]);
  expect(xml).not.toContain('<w:tbl>');
  const behindNumbers = paragraphs.map(({ text }) => text.split('\t').slice(-2).join('\t'));
  expect(behindNumbers).toEqual(entries.map(([, title, pages]) => `${title}\t${pages}`));
});

test('the number of an entry keeps the narrow tab behind it where the file has no spaces', async () => {
  const words = ['Models', 'that', 'were', 'tested', ...'......', '47'];
  const gaps = [10, 2.5];
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (const [index, gap] of gaps.entries()) {
        write(page, regular, 10, 50, 100 + 30 * index, '4.1');
        let x = 50 + regular.widthOfTextAtSize('4.1', 10) + gap;
        for (const word of words) {
          write(page, regular, 10, x, 100 + 30 * index, word);
          x += regular.widthOfTextAtSize(word, 10) + 2.5;
        }
      }
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([
    '4.1\tModels that were tested\t47',
    '4.1 Models that were tested\t47',
  ]);
});

test('an entry of contents may be of two lines, and one without a page stays apart', async () => {
  const dots = '.'.repeat(60);
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(
        page,
        regular,
        10,
        50,
        100,
        'What the parties to this agreement owe each other on the day that it ends, and',
      );
      write(page, regular, 10, 50, 112, `those who join them later ${dots} 12`);
      write(page, regular, 10, 50, 124, `How long it lasts ${dots} 14`);
      write(page, regular, 10, 50, 136, 'Annexes');
      write(page, regular, 10, 50, 148, `Forms for all of them ${dots} 20`);
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([
    'What the parties to this agreement owe each other on the day that it ends, and those who join them later\t12',
    'How long it lasts\t14',
    'Annexes',
    'Forms for all of them\t20',
  ]);
});
