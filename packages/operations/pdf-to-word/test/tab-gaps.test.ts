import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

test('spaces typed between two sentences are no tab, and stay as they were typed', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 100, 'Here a sentence ends, and spaces part it from another.');
      write(page, regular, 10, 50, 112, 'Many authors type two.     Some type five of them, as here.');
      write(page, regular, 10, 50, 124, 'The sentence runs on below them.');
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([
    'Here a sentence ends, and spaces part it from another. Many authors type two.     Some type five of them, ' +
      'as here. The sentence runs on below them.',
  ]);
});

test('a long row of spaces is a tab', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => write(page, regular, 10, 50, 100, `Name of the author:${' '.repeat(12)}Date of the day:`),
  ]);
  expect(paragraphs[0]?.text).toBe('Name of the author:\tDate of the day:');
});

test('lines that begin below the text after a tab belong to its paragraph', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 100, 'Sec. 1');
      write(page, regular, 10, 100, 100, 'The board will devote its best efforts to making all of it one');
      write(page, regular, 10, 100, 112, 'of the first class, as the constitution says.');
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([
    'Sec. 1\tThe board will devote its best efforts to making all of it one of the first class, as the constitution says.',
  ]);
});

test('a label that is no item keeps the tab behind it', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 100, 'B.');
      write(page, regular, 10, 68, 100, 'Only this one has a letter');
    },
  ]);
  expect(paragraphs[0]?.text).toBe('B.\tOnly this one has a letter');
});

test('where most gaps of a line are tabs, all of them are', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      [50, 130, 190, 290].forEach((x, index) => {
        write(page, regular, 10, x, 100, ['Landlord', 'Tenant', 'Surveyor', 'Agent'][index] ?? '');
      });
    },
  ]);
  expect(paragraphs[0]?.text).toBe('Landlord\tTenant\tSurveyor\tAgent');
});

test('a blank of underscores stays in its sentence', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 100, 'The tenant shall pay within ________ days, and the landlord _______ shall');
      write(page, regular, 10, 50, 112, 'give a receipt.');
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([
    'The tenant shall pay within ________ days, and the landlord _______ shall give a receipt.',
  ]);
});

test('wide gaps that are all alike are the spaces of a flush line, typed or not', async () => {
  const words = ['Einbinden', 'einer', 'interaktiven', 'Komponente', 'in', 'unser', 'Web'];
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      const widths = words.map((word) => regular.widthOfTextAtSize(word, 10));
      const gap = (300 - widths.reduce((sum, width) => sum + width, 0)) / (words.length - 1);
      let x = 50;
      words.forEach((word, index) => {
        write(page, regular, 10, x, 100, word);
        x += (widths[index] ?? 0) + gap;
      });
      write(page, regular, 10, 50, 112, 'Framework-von-uns-allen und alles, was sonst noch dazu zu sagen bleibt,');
      write(page, regular, 10, 50, 124, 'nach dem Ende.');
    },
  ]);
  expect(paragraphs[0]?.text).toMatch(/^Einbinden einer interaktiven .* nach dem Ende\.$/);
});

test('a number at the end of a sentence that spaces part from the next is no label', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 100, 'What they said of the price is in paragraphs of the complaint,');
      write(page, regular, 10, 50, 112, '117.  Moreover, they said that they would not sell what they had');
      write(page, regular, 10, 50, 124, 'at all.');
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([
    'What they said of the price is in paragraphs of the complaint, 117.  Moreover, they said that they would not ' +
      'sell what they had at all.',
  ]);
});

test('a paragraph that begins with a title and a tab goes on at the edge below', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (const [index, number] of ['Section 1', 'Section 2'].entries()) {
        const y = 100 + 24 * index;
        write(page, regular, 10, 58, y, number);
        write(page, regular, 10, 120, y, 'The officers and the directors of the club make up the');
        write(page, regular, 10, 50, y + 12, 'board, which elects a member of the club to act as its chair.');
      }
    },
  ]);
  const text =
    'The officers and the directors of the club make up the board, which elects a member of the club to act as its chair.';
  expect(paragraphs.map((paragraph) => paragraph.text)).toEqual([`Section 1\t${text}`, `Section 2\t${text}`]);
});

test('the wide spaces of a flush line in a narrow column are no tabs, and part no columns', async () => {
  const lines = [
    'platform for early career',
    'researchers all built on',
    'ideas that grow together',
    'and more of them to come',
  ];
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      lines.forEach((line, index) => {
        const words = line.split(' ');
        const widths = words.map((word) => regular.widthOfTextAtSize(word, 10));
        const gap = (180 - widths.reduce((sum, width) => sum + width, 0)) / (words.length - 1);
        words.forEach((word, place) => {
          const x = 50 + widths.slice(0, place).reduce((sum, width) => sum + width + gap, 0);
          write(page, regular, 10, x, 100 + 12 * index, word);
        });
      });
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([lines.join(' ')]);
});
