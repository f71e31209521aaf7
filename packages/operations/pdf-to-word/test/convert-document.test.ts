import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { convertDocument } from '../../../flow-document/src/convert-document.ts';
import { drawPages, drawTable, setProse, taskOf, write } from './docx.ts';
import { markdown } from './markdown-writer.ts';

test('another format is a writer of the flow document', async () => {
  const prose = 'A line of prose ends where the next word would not have fitted, and so the words of it run on. ';
  const pdf = await drawPages([
    (page, { regular, bold }) => {
      write(page, bold, 16, 50, 60, 'Results');
      const below = setProse(page, regular, prose.repeat(3).trim(), 50, 90, 300);
      write(page, regular, 10, 50, below + 10, '\u2022 one thing');
      write(page, regular, 10, 50, below + 24, '\u2022 another thing');
      drawTable(page, 50, 250);
      for (const [index, text] of ['Name', 'Sum', 'Ann', '12', 'Ben', '7'].entries()) {
        write(page, regular, 10, 54 + 60 * (index % 2), 264 + 20 * Math.floor(index / 2), text);
      }
      setProse(page, regular, prose.repeat(3).trim(), 50, 340, 300);
    },
  ]);
  const [output] = await convertDocument(await taskOf(pdf), { progress: () => {}, warn: () => {} }, null, markdown);
  expect(output?.fileName).toBe('report.md');
  expect(readFileSync(output?.path ?? '', 'utf8')).toBe(
    `## **Results**\n\n${prose.repeat(3).trim()}\n\n- one thing\n- another thing\n\n` +
      `| Name | Sum |\n| --- | --- |\n| Ann | 12 |\n| Ben | 7 |\n\n${prose.repeat(3).trim()}\n\n`,
  );
});
