import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

const left = ['Order no.:', 'Estimate:', 'Dates:', 'Revision:', 'Type:', 'Product:', 'Agency:'];
const right = ['Cinema:', 'Contact:', 'Location:', 'Region:'];

test('two forms side by side keep labels and values on their lines', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      left.forEach((label, row) => {
        write(page, regular, 9, 40, 80 + 14 * row, label);
        write(page, regular, 9, 110, 80 + 14 * row, `Value of the ${row + 1}.`);
      });
      right.forEach((label, row) => {
        write(page, regular, 9, 220, 80 + 14 * row, label);
        write(page, regular, 9, 290, 80 + 14 * row, `Other ${row + 1}.`);
      });
    },
  ]);
  const all = paragraphs.map(({ text }) => text).join(' ');
  const places = ['Order no.:', 'Value of the 1.', 'Cinema:', 'Other 1.', 'Estimate:', 'Value of the 2.', 'Contact:'];
  expect(places.map((text) => all.indexOf(text))).toEqual(
    places.map((text) => all.indexOf(text)).sort((a, b) => a - b),
  );
});

test('a heading of two lines that hangs behind its number is one paragraph', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { bold, regular }) => {
      write(page, bold, 14, 40, 60, '2');
      write(page, bold, 14, 60, 60, 'Quantifying opportunities from the specific');
      write(page, bold, 14, 60, 77, 'changes of drivers');
      write(page, regular, 11, 40, 110, 'The report has results.');
    },
  ]);
  expect(paragraphs[0]?.text.replace(/\s+/g, ' ')).toBe(
    '2 Quantifying opportunities from the specific changes of drivers',
  );
});
