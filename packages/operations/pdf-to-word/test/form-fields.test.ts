import { PDFName, PDFString, StandardFonts } from 'pdf-lib';
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

const answer =
  'All of us agreed on who writes which part. After that each of us kept a diary, which the captain read on Fridays, and we compared the entries to find where we had lost time.';

test('an answer that its field cuts off is there as a whole, without the part that is drawn', async () => {
  const { paragraphs, warnings } = await convertDrawn(
    [
      (page, { regular }) => {
        write(page, regular, 11, 40, 60, 'What did the team do?');
        write(page, regular, 11, 40, 140, 'It is signed by the captain.');
      },
    ],
    {},
    (document) => {
      const field = document.getForm().createTextField('answer');
      field.enableMultiline();
      field.setText(answer);
      field.addToPage(document.getPage(0), { x: 40, y: 390, width: 200, height: 40, borderWidth: 0 });
      field.setFontSize(11);
    },
  );
  expect(paragraphs.map(({ text }) => text)).toEqual(['What did the team do?', answer, 'It is signed by the captain.']);
  expect(warnings).toEqual([]);
  // The answer is longer and smaller than what is printed, which is no heading for that.
  expect(paragraphs.every(({ heading }) => heading === 0)).toBe(true);
});

test('the letters of a comb are one word', async () => {
  const { paragraphs } = await convertDrawn([() => {}], {}, (document) => {
    const field = document.getForm().createTextField('number');
    field.setMaxLength(12);
    field.enableCombing();
    field.setText('A7654321');
    field.addToPage(document.getPage(0), { x: 40, y: 390, width: 240, height: 20, borderWidth: 0 });
  });
  expect(paragraphs.map(({ text }) => text)).toContain('A7654321');
});

test('what a field cuts off goes on in its size and font, behind the part that is drawn', async () => {
  const lines = ['All of us agreed on who writes what, and on', 'who is to keep the paper dry in a storm.'];
  const shown = lines.join(' ');
  const hidden = 'After that each of us kept a diary.\rThe captain read them.';
  const { paragraphs, warnings } = await convertDrawn(
    [
      (page, { regular }) => {
        write(page, regular, 11, 40, 60, 'What did the team do?');
        lines.forEach((line, index) => {
          write(page, regular, 9, 42, 102 + index * 11, line);
        });
      },
    ],
    {},
    (document) => {
      const field = document.getForm().createTextField('answer');
      field.enableMultiline();
      field.addToPage(document.getPage(0), { x: 40, y: 380, width: 200, height: 30, borderWidth: 0 });
      field.setText('');
      field.updateAppearances(document.embedStandardFont(StandardFonts.Helvetica));
      field.acroField.dict.set(PDFName.of('V'), PDFString.of(`${shown} ${hidden}`));
    },
  );
  const answered = paragraphs.find(({ text }) => text.startsWith(shown));
  expect(answered?.text).toContain('After that each of us kept a diary.');
  expect(answered?.text).toContain('The captain read them.');
  expect(answered?.xml).toMatch(/kept a diary\. ?<\/w:t><w:br\/>/);
  // One run: nothing in it looks otherwise than what is drawn.
  expect(answered?.xml.match(/<w:r>/g)).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test('a radio button that is off is a circle as large as its letters', async () => {
  const { paragraphs } = await convertDrawn(
    [(page, { regular }) => write(page, regular, 11, 70, 80, 'yes')],
    {},
    (document) => {
      const group = document.getForm().createRadioGroup('answer');
      group.addOptionToPage('yes', document.getPage(0), { x: 50, y: 418, width: 12, height: 12 });
    },
  );
  expect(paragraphs.map(({ text }) => text).join(' ')).toMatch(/^\u25ef\s+yes$/u);
});
