import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

const textsOf = async (lines: readonly string[]) => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (const [index, line] of lines.entries()) write(page, regular, 10, 50, 100 + 12 * index, line);
    },
  ]);
  return paragraphs.map(({ text }) => text);
};

test('a number in brackets that stands alone inside a sentence begins no item', async () => {
  const lines = ['The provider may end it when the customer has not paid within thirty', '(30) days after the notice.'];
  expect(await textsOf(lines)).toEqual([lines.join(' ')]);
});

test('a label that counts on from one inside the sentence begins no item', async () => {
  const lines = [
    'It may be ended when (i) the other party does not pay what is owed;',
    '(ii) the other party breaks another duty, or (iii) it is wound up.',
  ];
  expect(await textsOf(lines)).toEqual([lines.join(' ')]);
});

test('labels that count on at the starts of lines begin items, however full the lines are', async () => {
  const lines = [
    '(a) the other party does not pay what it owes under this agreement',
    '(b) the other party breaks another duty that this agreement names',
  ];
  expect(await textsOf(lines)).toEqual(lines.map((line) => line.slice(4)));
});

test('a dash inside a sentence begins no item where it is the only one', async () => {
  const lines = [
    'How should the points be parted so that as few edges as may be are wrong, those of',
    '– in a part as well as',
  ];
  expect(await textsOf(lines)).toEqual([lines.join(' ')]);
  const items = [
    'What to bring, whatever the weather is like on the day of the trip to the old mill',
    '– water',
    '– a hat',
  ];
  expect(await textsOf(items)).toHaveLength(3);
});

test('a number where the text of an item begins, inside its sentence, begins no item', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 100, '3.');
      const lines = [
        'The work is owned by the customer, unless it breaks what is laid down',
        'in this section, or breaks the rules for the software of others in Section',
        '4. It may be used by the customer wherever the customer is at home.',
      ];
      for (const [index, line] of lines.entries()) write(page, regular, 10, 66, 100 + 12 * index, line);
      write(page, regular, 10, 50, 150, '4.');
      write(page, regular, 10, 66, 150, 'Software of others is used as its makers allow.');
    },
  ]);
  expect(paragraphs.map(({ text }) => text.slice(0, 12))).toEqual(['The work is ', 'Software of ']);
});
