import type { PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, type TestFonts, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next until the author had nothing more to say about it.';

/** A page whose text refers to a number that a note at its foot begins with. */
function noted(reference: string, number: string) {
  return (page: PDFPage, { regular }: TestFonts) => {
    const below = setProse(page, regular, prose, 50, 60, 300);
    write(page, regular, 10, 50, below + 10, 'It is said so');
    const end = 50 + regular.widthOfTextAtSize('It is said so', 10);
    write(page, regular, 6, end, below + 6, reference);
    page.drawLine({ start: { x: 50, y: 80 }, end: { x: 130, y: 80 }, thickness: 0.5 });
    write(page, regular, 8, 50, 434, `${number} By those who know.`);
  };
}

test('notes that count from 1 are footnotes, with a reference in the text', async () => {
  const { paragraphs, parts } = await convertDrawn([noted('1', '1'), noted('2', '2')]);
  expect(paragraphs.map(({ text }) => text).join('|')).not.toContain('By those who know');
  expect(paragraphs.filter(({ xml }) => xml.includes('<w:footnoteReference'))).toHaveLength(2);
  const notes = [...(parts.get('word/footnotes.xml') ?? '').matchAll(/<w:footnote w:id="\d+">.*?<\/w:footnote>/gs)];
  expect(notes.map(([note]) => note.replace(/<[^>]*>/g, ''))).toEqual([' By those who know.', ' By those who know.']);
});

test('the mark of a note is raised by its style and as large as the note', async () => {
  const { parts } = await convertDrawn([noted('1', '1')]);
  const notes = parts.get('word/footnotes.xml') ?? '';
  expect(notes).toMatch(/<w:rStyle w:val="FootnoteReference"\/>(<w:sz w:val="16"\/>).*?<\/w:rPr><w:footnoteRef\/>/);
  expect(parts.get('word/styles.xml')).toMatch(/w:styleId="FootnoteReference">.*?<w:vertAlign w:val="superscript"\/>/);
});

test('a number that no text refers to stays text', async () => {
  const { paragraphs, xml } = await convertDrawn([noted('1', '2')]);
  expect(paragraphs.some(({ text }) => text.includes('By those who know'))).toBe(true);
  expect(xml).not.toContain('<w:footnoteReference');
});

test('notes that begin anew on each page keep their numbers', async () => {
  const { xml, parts } = await convertDrawn([noted('1', '1'), noted('1', '1')]);
  expect(xml.match(/<w:footnoteReference/g)).toHaveLength(2);
  expect(xml).toMatch(/<w:footnoteReference w:customMarkFollows="1" w:id="2"\/><w:t>1<\/w:t>/);
  expect(parts.get('word/footnotes.xml')?.match(/<w:footnoteRef\/>/g)).toHaveLength(1);
});

test('the underline of a link in a note is not the rule above the notes', async () => {
  const { xml } = await convertDrawn([
    (page, fonts) => {
      noted('1', '1')(page, fonts);
      page.drawLine({ start: { x: 50, y: 64.5 }, end: { x: 120, y: 64.5 }, thickness: 0.5 });
    },
  ]);
  expect(xml).toContain('<w:footnoteReference');
});

test('a paragraph goes on to the next page over the note below it', async () => {
  const full = 'and each of these lines is as long as all of the others are in the';
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      for (let y = 60; y < 400; y += 12) write(page, regular, 10, 50, y, full);
      write(page, regular, 6, 50 + regular.widthOfTextAtSize(full, 10), 56, '1');
      page.drawLine({ start: { x: 50, y: 80 }, end: { x: 130, y: 80 }, thickness: 0.5 });
      write(page, regular, 8, 50, 434, '1 By those who know.');
    },
    (page, { regular }) => {
      setProse(page, regular, 'sentence that ends on the second page of them all, and not before that.', 50, 60, 300);
    },
  ]);
  expect(xml).toContain('<w:footnoteReference');
  expect(paragraphs.filter(({ text }) => text !== '')).toHaveLength(1);
});

test('a note may be marked with a sign, which it keeps', async () => {
  const { xml, parts } = await convertDrawn([noted('*', '*'), noted('1', '1')]);
  expect(xml).toMatch(/<w:footnoteReference w:customMarkFollows="1" w:id="1"\/><w:t>\*<\/w:t>/);
  expect(parts.get('word/footnotes.xml')?.match(/<w:footnoteRef\/>/g)).toHaveLength(1);
});

test('notes may stand close below the text where a rule is between them', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      for (let index = 0; index < 29; index++)
        write(page, regular, 12, 50, 55 + 13 * index, 'and each of these lines is as long as');
      write(page, regular, 7, 50 + regular.widthOfTextAtSize('and each of these lines is as long as', 12), 415, '1');
      page.drawLine({ start: { x: 50, y: 71 }, end: { x: 130, y: 71 }, thickness: 0.4 });
      write(page, regular, 10, 50, 438, '1 By those who know.');
    },
  ]);
  expect(xml).toContain('<w:footnoteReference');
});

test('a note whose raised number is apart from its text is a footnote', async () => {
  const { paragraphs, xml, parts } = await convertDrawn([
    (page, { regular }) => {
      const below = setProse(page, regular, prose, 50, 60, 300);
      write(page, regular, 10, 50, below + 10, 'It is said so');
      const end = 50 + regular.widthOfTextAtSize('It is said so', 10);
      write(page, regular, 6, end, below + 6, '1');
      page.drawLine({ start: { x: 50, y: 80 }, end: { x: 130, y: 80 }, thickness: 0.5 });
      write(page, regular, 6, 58, 430.5, '1');
      write(page, regular, 8, 66, 434, 'By those who know.');
    },
  ]);
  expect(xml.match(/<w:footnoteReference/g)).toHaveLength(1);
  expect(paragraphs.map(({ text }) => text).join('|')).not.toContain('By those who know');
  const notes = [...(parts.get('word/footnotes.xml') ?? '').matchAll(/<w:footnote w:id="\d+">.*?<\/w:footnote>/gs)];
  expect(notes.map(([note]) => note.replace(/<[^>]*>/g, ''))).toEqual([' By those who know.']);
});

test('the rule above notes may begin at the indent of first lines', async () => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular }) => {
      const below = [0, 1, 2].reduce((y) => {
        write(page, regular, 10, 62, y, 'A paragraph whose first line is indented says what it has to say in it,');
        return setProse(page, regular, prose, 50, y + 12, 300);
      }, 60);
      write(page, regular, 10, 62, below, 'It is said so');
      write(page, regular, 6, 62 + regular.widthOfTextAtSize('It is said so', 10), below - 4, '1');
      page.drawLine({ start: { x: 62, y: 80 }, end: { x: 142, y: 80 }, thickness: 0.5 });
      write(page, regular, 8, 50, 434, '1 By those who know.');
    },
  ]);
  expect(xml).toContain('<w:footnoteReference');
  expect(paragraphs.map((paragraph) => paragraph.xml).join('')).not.toMatch(/pBdr|wps:wsp/);
});
