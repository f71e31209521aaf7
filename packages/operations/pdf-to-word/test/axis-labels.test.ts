import { rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const sentence = 'The words of this paragraph run on and on from one line to the next and then they';

test('the short last lines of paragraphs beside a chart are no ticks of it', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      page.drawLine({ start: { x: 50, y: 250 }, end: { x: 190, y: 250 }, thickness: 1 });
      for (const [index, level] of [40, 110, 70].entries()) {
        page.drawRectangle({ x: 60 + 45 * index, y: 250, width: 30, height: level, color: rgb(0.8, 0.2, 0.2) });
        write(page, regular, 8, 66 + 45 * index, 262, String(2001 + index));
      }
      page.drawLine({ start: { x: 190, y: 250 }, end: { x: 190, y: 430 }, thickness: 1 });
      for (const index of [0, 1, 2]) {
        write(page, regular, 10, 204, 80 + 50 * index, 'The words of this paragraph run');
        write(page, regular, 10, 204, 92 + 50 * index, 'on and on from one line to another');
        write(page, regular, 10, 204, 104 + 50 * index, 'until they end.');
      }
      setProse(page, regular, sentence, 50, 330, 300);
    },
  ]);
  const texts = paragraphs.map(({ text }) => text);
  expect(texts.filter((text) => text.startsWith('The words') && text.endsWith('until they end.'))).toHaveLength(3);
});
