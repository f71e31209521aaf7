import type { PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, drawTable, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next.';

/** Top-level elements of the body, each by its kind. */
function bodyOf(xml: string): readonly string[] {
  const body = /<w:body>(.*)<w:sectPr>/s.exec(xml)?.[1] ?? '';
  return body
    .replace(/<w:tbl>.*?<\/w:tbl>/gs, (table) => (table.includes('<w:tblpPr') ? '[floating]' : '[table]'))
    .replace(/<w:p>.*?<\/w:p>/gs, (paragraph) =>
      paragraph.includes('<w:framePr') ? '[frame]' : paragraph.includes('<w:pageBreakBefore/>') ? '[page]' : '[p]',
    )
    .split(/(?<=\])/);
}

test('paragraphs of both columns stand in frames of their page, which a paragraph after them holds there', async () => {
  const draw = (page: PDFPage, { regular }: Parameters<Parameters<typeof convertDrawn>[0][0]>[1]) => {
    setProse(page, regular, prose, 40, 80, 150);
    setProse(page, regular, prose.toUpperCase(), 215, 80, 150);
  };
  const { xml, paragraphs } = await convertDrawn([draw, draw], { layout: 'exact' });
  expect(bodyOf(xml)).toEqual(['[frame]', '[frame]', '[p]', '[page]', '[frame]', '[frame]', '[p]']);
  expect(xml).not.toContain('<w:cols w:num');
  expect(paragraphs[1]?.text).toBe(prose.toUpperCase());
  expect(paragraphs[1]?.xml).toMatch(/w:x="4300"/);
});

test('tables stand where they stood, and paragraphs keep them from each other and carry the frames above', async () => {
  const { xml } = await convertDrawn(
    [
      (page, { regular }) => {
        write(page, regular, 10, 40, 60, 'Two tables follow');
        for (const x of [40, 220]) {
          drawTable(page, x, 200);
          for (const row of [0, 1, 2]) {
            for (const column of [0, 1]) {
              write(page, regular, 10, x + 5 + 60 * column, 214 + 20 * row, `${row}${column}`);
            }
          }
        }
      },
    ],
    { layout: 'exact' },
  );
  expect(bodyOf(xml)).toEqual(['[frame]', '[p]', '[floating]', '[p]', '[floating]', '[p]', '[p]']);
  const belowMargin = Number(xml.match(/w:tblpX="4400" w:tblpY="(\d+)"/)?.[1]);
  const marginTop = Number(xml.match(/w:pgMar w:top="(\d+)"/)?.[1]);
  expect(marginTop + belowMargin).toBe(4000);
});

test('rules and pictures hang on the first paragraph of their page, and text does not flow around them', async () => {
  const { xml, paragraphs } = await convertDrawn(
    [
      (page, { regular }) => {
        write(page, regular, 10, 40, 60, 'Above the rule');
        page.drawLine({ start: { x: 40, y: 400 }, end: { x: 360, y: 400 }, thickness: 1 });
        write(page, regular, 10, 40, 160, 'Below the rule');
      },
    ],
    { layout: 'exact' },
  );
  expect(paragraphs.map(({ text }) => text)).toEqual(['', 'Above the rule', 'Below the rule', '']);
  expect(paragraphs[0]?.xml).toContain('<wp:wrapNone/>');
  expect(xml.match(/<wp:anchor/g)).toHaveLength(1);
});
