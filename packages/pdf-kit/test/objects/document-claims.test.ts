import { expect, test } from 'vitest';
import { readClaims } from '../../src/objects/document-claims.ts';
import { openPdf } from '../../src/objects.ts';
import { onePage, pdfText } from './pdf-text.ts';

const xmp = '<x:xmpmeta><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></x:xmpmeta>';

function utf32(text: string, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(text.length * 4);
  [...text].forEach((letter, index) => {
    if (isLittle) bytes.writeUInt32LE(letter.charCodeAt(0), index * 4);
    else bytes.writeUInt32BE(letter.charCodeAt(0), index * 4);
  });
  return bytes;
}

test.each([
  ['UTF-8', Buffer.from(xmp)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${xmp}`)],
  ['UTF-16, the low byte first', Buffer.from(`\uFEFF${xmp}`, 'utf16le')],
  ['UTF-16, the high byte first', Buffer.from(xmp, 'utf16le').swap16()],
  ['UTF-32, the low byte first', utf32(`\uFEFF${xmp}`, true)],
  ['UTF-32, the high byte first', utf32(`\uFEFF${xmp}`, false)],
  ['UTF-32 without a mark', utf32(xmp, false)],
])('a claim is read in %s', async (_encoding, bytes) => {
  const metadata = `<</Type/Metadata/Subtype/XML/Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream`;
  const catalog = '<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>';
  const document = await openPdf(pdfText({ ...onePage, 1: catalog, 5: metadata }));
  expect(readClaims(document.catalog).pdfA).toBe('2b');
});
