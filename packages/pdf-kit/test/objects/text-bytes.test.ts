import { PDFHexString, PDFString } from '@platen/pdf-kit/pdf-lib';
import { expect, test } from 'vitest';
import { textBytes } from '../../src/objects/text-bytes.ts';

const everyByte = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));
const strings = [
  PDFString.of(''),
  PDFString.of(everyByte.replaceAll('\\', '')),
  PDFString.of(everyByte),
  PDFString.of('a\\(b\\)\\\\ \\101\\7 \\n\\\n'),
  PDFHexString.of(''),
  PDFHexString.of('00fF7f'),
  PDFHexString.of('48 65\n6c'),
  PDFHexString.of('abc'),
];

test.each(strings.map((text) => [text.toString(), text]))('%j has the bytes that pdf-lib reads', (_, text) => {
  expect([...textBytes(text)]).toEqual([...text.asBytes()]);
});
