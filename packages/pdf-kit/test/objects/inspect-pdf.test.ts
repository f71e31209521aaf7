import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectPdf, openPdf } from '../../src/objects.ts';
import { onePage, pdfText } from './pdf-text.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);

test('a document with everything is described', async () => {
  expect(inspectPdf(await openPdf(fixture('specimen.pdf')))).toEqual({
    pageCount: 4,
    version: '1.7',
    encrypted: false,
    repairs: [],
    signed: false,
    tagged: true,
    pdfA: null,
    pdfX: null,
    layerCount: 2,
    hasForm: true,
    hasXfa: false,
    hasOutline: true,
    hasAttachments: true,
  });
});

test('a signature field with a value makes a document signed', async () => {
  expect(inspectPdf(await openPdf(fixture('signed.pdf'))).signed).toBe(true);
});

test.each([
  ['as elements', '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>', '2b'],
  ['as attributes', '<rdf:Description pdfaid:part="1" pdfaid:conformance="A"/>', '1a'],
  ['without conformance', "<rdf:Description pdfaid:part='4'/>", '4'],
])('a PDF/A claim is read %s', async (_, xmp, claim) => {
  const bytes = pdfText({
    ...onePage,
    1: '<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>',
    5: `<</Type/Metadata/Subtype/XML/Length ${xmp.length}>>\nstream\n${xmp}\nendstream`,
  });
  expect(inspectPdf(await openPdf(bytes)).pdfA).toBe(claim);
});
