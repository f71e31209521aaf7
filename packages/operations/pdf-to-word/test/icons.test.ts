import { PDFHexString, PDFName, PDFNumber, PDFOperator, PDFOperatorNames, type PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, type TestFonts, write } from './docx.ts';

const prose =
  'The committee keeps a shed of tools beside the tank, and lends them to all who have a plot of their own. ';

/** Shows a letter of a font of icons, which draws another one in its place. */
function drawIcon(page: PDFPage, x: number, y: number): void {
  const font = page.doc.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'FontAwesome5Free-Solid' });
  page.node.setFontDictionary(PDFName.of('Icons'), page.doc.context.register(font));
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.BeginText),
    PDFOperator.of(PDFOperatorNames.SetFontAndSize, [PDFName.of('Icons'), PDFNumber.of(10)]),
    PDFOperator.of(PDFOperatorNames.MoveText, [PDFNumber.of(x), PDFNumber.of(page.getHeight() - y)]),
    PDFOperator.of(PDFOperatorNames.ShowText, [PDFHexString.of('7A')]),
    PDFOperator.of(PDFOperatorNames.EndText),
  );
}

function withIcon(page: PDFPage, { regular }: TestFonts): void {
  const y = setProse(page, regular, prose.repeat(3), 40, 60, 320) + 20;
  drawIcon(page, 40, y);
  write(page, regular, 10, 54, y, 'Gate opens in July');
  setProse(page, regular, prose.repeat(3), 40, y + 30, 320);
}

test('an icon is a picture in its line, on its baseline, and no letter', async () => {
  const { paragraphs, warnings } = await convertDrawn([withIcon]);
  const line = paragraphs.find(({ text }) => text.includes('Gate opens'));
  expect(line?.text.trim()).toBe('Gate opens in July');
  expect(line?.xml).toMatch(/<wp:inline .*Gate opens/s);
  expect(warnings).toEqual([]);
});

test('an icon beside two lines shows nothing of these', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      const y = setProse(page, regular, prose.repeat(3), 40, 60, 320) + 20;
      drawIcon(page, 40, y);
      write(page, regular, 10, 50, y - 6, 'Gate opens');
      write(page, regular, 10, 50, y + 6, 'in July');
    },
  ]);
  const [, width] = paragraphs.map(({ xml }) => /<wp:inline .*?<wp:extent cx="(\d+)"/s.exec(xml)).find(Boolean) ?? [];
  expect(Number(width)).toBeGreaterThan(0);
  expect(Number(width)).toBeLessThan(11 * 12_700);
});
