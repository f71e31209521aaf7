import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next until the author had nothing more to say about it.';

test('lines of words of several sizes stand as far apart as they did, whichever word is the largest', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, prose, 50, 80, 300);
      write(page, regular, 12, 50, 160, 'Larger');
      setProse(page, regular, `words begin this one; ${prose}`, 92, 160, 300);
    },
  ]);
  expect(paragraphs[0]?.spacing).toContain('w:lineRule="auto"');
  expect(paragraphs.find(({ text }) => text.startsWith('Larger'))?.spacing).toContain('w:lineRule="exact"');
});
