import { type PDFDocument, PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

async function warningsWith(entries: (document: PDFDocument) => Readonly<Record<string, unknown>>) {
  const { warnings, paragraphs } = await convertDrawn(
    [(page, { regular }) => write(page, regular, 10, 50, 60, 'Please wait for the contents of the document.')],
    {},
    (document) => {
      for (const [name, value] of Object.entries(entries(document))) {
        document.catalog.set(PDFName.of(name), document.context.obj(value as never));
      }
    },
  );
  expect(paragraphs[0]?.text).toBe('Please wait for the contents of the document.');
  return warnings;
}

const xfaForm = ({ context }: PDFDocument, ...fields: readonly unknown[]) => ({
  AcroForm: { Fields: fields, XFA: context.register(context.stream('<xdp:xdp/>')) },
});

test('a form that is drawn from its data, and a portfolio, are converted with a warning', async () => {
  expect(await warningsWith((document) => xfaForm(document))).toEqual(['CONTENT_BESIDE_PAGES']);
  expect(await warningsWith(() => ({ Collection: { Type: 'Collection', View: 'D' } }))).toEqual([
    'CONTENT_BESIDE_PAGES',
  ]);
});

test('a form whose fields are on its pages, and a plain document, are converted without one', async () => {
  const field = { FT: 'Tx', T: 'name', Rect: [10, 10, 90, 30] };
  expect(await warningsWith((document) => xfaForm(document, field))).toEqual([]);
  expect(await warningsWith(() => ({}))).toEqual([]);
});
