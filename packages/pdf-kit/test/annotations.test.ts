import { PDFDocument, type PDFPage, type PDFRef, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { openPageModel, type Page } from '../src/page-model.ts';
import { drawPdf, type Pen, writeTestFile } from './draw-pdf.ts';

type Entry = string | number | number[] | PDFString | Record<string, PDFRef>;

async function readFile(file: string): Promise<Page> {
  const document = await openPageModel(file);
  try {
    return await document.readPage(1);
  } finally {
    await document.close();
  }
}

async function readDrawn(draw: (pen: Pen) => void): Promise<Page> {
  return readFile(await drawPdf(draw));
}

async function readForm(fill: (document: PDFDocument, page: PDFPage) => void): Promise<Page> {
  const document = await PDFDocument.create();
  fill(document, document.addPage([595, 842]));
  return readFile(await writeTestFile('form.pdf', await document.save()));
}

function annotate({ doc, node }: PDFPage, entries: Record<string, Entry>): void {
  node.addAnnot(doc.context.register(doc.context.obj({ Type: 'Annot', ...entries })));
}

function appearance({ doc }: PDFPage, content: string, width: number, height: number) {
  const font = doc.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' });
  const form = doc.context.stream(content, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Resources: { Font: { F: font } },
  });
  return { N: doc.context.register(form) };
}

describe('annotations', () => {
  test('what a text field shows is read as it is drawn, with its size and place', async () => {
    const page = await readForm((document, first) => {
      const field = document.getForm().createTextField('city');
      field.setText('Graz');
      field.addToPage(first, { x: 100, y: 700, width: 100, height: 40, borderWidth: 0 });
      field.setFontSize(18);
    });
    const [line] = page.lines;
    expect(line?.text).toBe('Graz');
    expect(line?.style.sizePt).toBeCloseTo(18);
    expect(line?.box.x0).toBeGreaterThan(100);
    expect(line?.box.x0).toBeLessThan(110);
    expect(page.formValues).toMatchObject([{ value: 'Graz', isShown: true }]);
  });

  test.each([
    ['Graz am Berg', 'Graz am', false],
    ['1200', '$1,200.00', true],
    ['Graz', 'Town: ', true],
  ])('whether a field that holds %s shows it where it draws %s: %s', async (value, drawn, isShown) => {
    const page = await readForm((_, first) => {
      const text = appearance(first, `BT /F 12 Tf 5 8 Td (${drawn}) Tj ET`, 80, 25);
      const field = { FT: 'Tx', T: PDFString.of('city'), V: PDFString.of(value) };
      annotate(first, { Subtype: 'Widget', Rect: [200, 600, 280, 625], AP: text, ...field });
    });
    expect(page.formValues).toMatchObject([{ value, isShown }]);
  });

  test('a value that the file does not draw is told as such', async () => {
    const page = await readForm((document, first) => {
      const field = document.getForm().createCheckBox('member');
      field.addToPage(first, { x: 100, y: 700, width: 12, height: 12 });
      field.check();
    });
    expect(page.formValues).toMatchObject([{ kind: 'checkbox', checked: true, isShown: false }]);
  });

  test('a text box is part of the text, a note that opens is not', async () => {
    const page = await readDrawn(({ page: first }) => {
      const text = appearance(first, 'BT /F 12 Tf 5 8 Td (Approved) Tj ET', 80, 25);
      annotate(first, { Subtype: 'FreeText', Rect: [200, 600, 280, 625], AP: text });
      const note = appearance(first, 'BT /F 12 Tf 5 8 Td (Icon) Tj ET', 80, 25);
      annotate(first, { Subtype: 'Text', Rect: [300, 600, 380, 625], AP: note });
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['Approved']);
    expect(page.lines[0]?.box.x0).toBeCloseTo(205, 0);
    expect(page.lines[0]?.baseline).toBeCloseTo(842 - 608, 0);
  });

  test('highlighted words have a fill, struck and underlined ones a rule, and hidden marks none', async () => {
    const page = await readDrawn(({ page: first, text }) => {
      text('Some marked words', 72, 100);
      const mark = (Subtype: string, entries: Record<string, Entry>) =>
        annotate(first, {
          Subtype,
          Rect: [72, 739, 160, 751],
          QuadPoints: [72, 751, 160, 751, 72, 739, 160, 739],
          C: [1, 1, 0],
          Contents: PDFString.of('mark'),
          ...entries,
        });
      mark('Highlight', {});
      mark('StrikeOut', { C: [1, 0, 0] });
      mark('Highlight', { F: 2, C: [0, 1, 0] });
    });
    expect(page.fills).toHaveLength(1);
    expect(page.fills[0]).toMatchObject({ color: '#ffff00', box: { x0: 72, x1: 160 } });
    expect(page.rules).toMatchObject([{ color: '#ff0000', x0: 72, x1: 160, orientation: 'horizontal' }]);
    expect(page.rules[0]?.y0).toBeLessThan(100);
  });
});
