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
