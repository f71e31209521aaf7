import { type PDFPage, setCharacterSpacing } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, type TestFonts, write } from './docx.ts';

const prose = 'The letters of this paragraph stand as their font sets them, on each of its lines and to its very end.';

/** The `w:spacing` in points of the runs of a title whose letters are set apart by so many points. */
async function titleSpacing(spacingPt: number): Promise<readonly number[]> {
  const { paragraphs } = await convertDrawn([
    (page, fonts) => {
      drawTracked(page, fonts, spacingPt);
      setProse(page, fonts.regular, prose, 50, 120, 300);
    },
  ]);
  const title = paragraphs.find(({ text }) => text.startsWith('ANNUAL'));
  expect(title?.text).toBe('ANNUAL REPORT');
  expect(paragraphs.filter(({ xml }) => /<w:spacing w:val="[1-9]/.test(xml))).toEqual(spacingPt < 0.5 ? [] : [title]);
  return [...(title?.xml ?? '').matchAll(/<w:r><w:rPr>.*?<w:spacing w:val="(-?\d+)"/g)].map(
    ([, twips]) => Number(twips) / 20,
  );
}

function drawTracked(page: PDFPage, { bold }: TestFonts, spacingPt: number): void {
  page.pushOperators(setCharacterSpacing(spacingPt));
  write(page, bold, 14, 50, 60, 'ANNUAL REPORT');
  page.pushOperators(setCharacterSpacing(0));
}

test('letters set apart are set apart in the document', async () => {
  expect(await titleSpacing(2)).toEqual([2]);
  expect(await titleSpacing(1)).toEqual([1]);
});

test('a little more between letters is what a typesetter needed to fill a line', async () => {
  expect(await titleSpacing(0.3)).toEqual([]);
});

test('the dots of a leader do not set the letters of a short title apart', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (const [index, title] of ['Voting', 'MJU', 'Rules', 'Aims'].entries()) {
        const y = 60 + 16 * index;
        write(page, regular, 10, 50, y, title);
        page.pushOperators(setCharacterSpacing(5));
        write(page, regular, 10, 90, y, '.'.repeat(28));
        page.pushOperators(setCharacterSpacing(0));
        write(page, regular, 10, 310, y, String(index + 2));
      }
    },
  ]);
  const entry = paragraphs.find(({ text }) => text.startsWith('MJU'));
  expect(entry?.text).toBe('MJU\t3');
  expect(entry?.xml).not.toContain('w:spacing');
});
