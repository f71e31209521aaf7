import { createInflateBudget, decodeStream, openPdf } from '@platen/pdf-kit/objects';
import { PDFDict, PDFDocument, PDFName, PDFStream } from 'pdf-lib';
import { expect, test } from 'vitest';
import { removeHiddenText, removeTextBehindImage } from '../src/layer/remove-hidden-text.ts';

/** What is left of the content of a page, and of the form `/Fm` that it may draw. */
async function remaining(
  content: string,
  form?: string,
  remove = removeHiddenText,
): Promise<{ readonly page: string; readonly form: string }> {
  const document = await PDFDocument.create();
  const { context } = document;
  const page = document.addPage();
  page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
  if (form !== undefined) {
    const stream = context.flateStream(form, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] });
    page.node.setXObject(PDFName.of('Fm'), context.register(stream));
  }
  const opened = await openPdf(await document.save());
  const [first] = opened.pages;
  if (first === undefined) throw new Error('there is no page');
  remove(opened.context, first);
  const forms = first.dict.lookup(PDFName.of('Resources'), PDFDict).lookup(PDFName.of('XObject'));
  return {
    page: decode(first.dict.lookup(PDFName.of('Contents'))),
    form: forms instanceof PDFDict ? decode(forms.lookup(PDFName.of('Fm'))) : '',
  };
}

function decode(value: unknown): string {
  const bytes = value instanceof PDFStream ? decodeStream(value, createInflateBudget(1_000_000)) : null;
  return Buffer.from(bytes ?? [])
    .toString('latin1')
    .replace(/\s+/g, ' ')
    .trim();
}

test('text in mode 3 goes, all else stays as it was written', async () => {
  const { page } = await remaining(
    'q BT /F 9 Tf (seen) Tj 3 Tr (gone) Tj [(gone)] TJ 0 Tr (seen) Tj ET Q 0 0 5 5 re f',
  );
  expect(page).toBe('q BT /F 9 Tf (seen) Tj 3 Tr 0 Tr (seen) Tj ET Q 0 0 5 5 re f');
});

test('the mode is restored with the graphics state and lasts past the end of a text object', async () => {
  const { page } = await remaining('q 3 Tr BT (gone) Tj ET BT (gone) Tj ET Q BT (seen) Tj ET');
  expect(page).toBe('q 3 Tr BT ET BT ET Q BT (seen) Tj ET');
});

test('an operator that also moves to the next line still moves', async () => {
  const { page } = await remaining('BT 3 Tr (gone) \' 1 2 (gone) " ET');
  expect(page).toBe('BT 3 Tr T* T* ET');
});

test('forms that a page draws are cleaned too, in the mode they are drawn in', async () => {
  const { form, page } = await remaining('q 3 Tr /Fm Do Q', 'BT (gone) Tj 0 Tr (seen) Tj ET');
  expect(page).toBe('q 3 Tr /Fm Do Q');
  expect(form).toBe('BT 0 Tr (seen) Tj ET');
});

test('forms that draw each other ten times over are cleaned once each', async () => {
  const document = await PDFDocument.create();
  const { context } = document;
  const draw = '/Fm Do '.repeat(10);
  let inner = context.register(context.flateStream('BT 3 Tr (gone) Tj ET', { Type: 'XObject', Subtype: 'Form' }));
  for (let level = 0; level < 10; level += 1) {
    const Resources = { XObject: { Fm: inner } };
    inner = context.register(context.flateStream(draw, { Type: 'XObject', Subtype: 'Form', Resources }));
  }
  const page = document.addPage();
  page.node.set(PDFName.of('Contents'), context.register(context.flateStream(draw)));
  page.node.setXObject(PDFName.of('Fm'), inner);
  const opened = await openPdf(await document.save());
  const before = opened.context.enumerateIndirectObjects().length;
  const [first] = opened.pages;
  if (first === undefined) throw new Error('there is no page');
  removeHiddenText(opened.context, first);
  expect(opened.context.enumerateIndirectObjects().length - before).toBeLessThan(20);
  let resources: PDFDict = first.dict;
  let last: unknown;
  for (let level = 0; level <= 10; level += 1) {
    last = resources
      .lookup(PDFName.of('Resources'), PDFDict)
      .lookup(PDFName.of('XObject'), PDFDict)
      .lookup(PDFName.of('Fm'));
    if (!(last instanceof PDFStream)) break;
    resources = last.dict;
  }
  expect(decode(last)).toBe('BT 3 Tr ET');
});

test('text before the last image goes with that in mode 3, and text after it stays', async () => {
  const inlineImage = 'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI';
  const { page, form } = await remaining(
    `BT /F 9 Tf (behind) Tj ET /Fm Do ${inlineImage} BT (stamp) Tj 3 Tr (gone) Tj ET`,
    'BT (inside) Tj ET',
    removeTextBehindImage,
  );
  expect(page.replace(inlineImage, 'IMAGE')).toBe('BT /F 9 Tf ET /Fm Do IMAGE BT (stamp) Tj 3 Tr ET');
  expect(form).toBe('BT ET');
});
