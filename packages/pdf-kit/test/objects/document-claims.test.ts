import { expect, test } from 'vitest';
import { noClaims, readClaims, withClaims } from '../../src/objects/document-claims.ts';
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
  expect((await claimsIn(bytes.toString('latin1'))).pdfA).toBe('2b');
});

async function claimsIn(latin1: string) {
  const metadata = `<</Type/Metadata/Subtype/XML/Length ${latin1.length}>>\nstream\n${latin1}\nendstream`;
  const catalog = '<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>';
  const document = await openPdf(pdfText({ ...onePage, 1: catalog, 5: metadata }));
  return readClaims(document.catalog);
}

const pdfaNamespace = 'http://www.aiim.org/pdfa/ns/id/';
const uaNamespace = 'http://www.aiim.org/pdfua/ns/id/';

test.each([
  ['an element that binds its own prefix', `<r><pdfaid:part xmlns:pdfaid="${pdfaNamespace}">2</pdfaid:part></r>`],
  ['another prefix', `<r xmlns:x="${pdfaNamespace}"><x:part>2</x:part></r>`],
  ['the default namespace', `<r><part xmlns='${pdfaNamespace}'>2</part></r>`],
  ['an attribute with another prefix', `<r xmlns:y="${pdfaNamespace}" y:part = '2'/>`],
  ['a prefix that is bound anew', `<x:r xmlns:x="u:1"><x:part xmlns:x="${pdfaNamespace}" > 2 </x:part></x:r>`],
])('a claim is found under %s, and taken out', async (_name, xml) => {
  expect((await claimsIn(xml)).pdfA).toBe('2');
  const without = withClaims(xml, noClaims);
  expect(without).not.toContain('2');
  expect((await claimsIn(without)).pdfA).toBeNull();
});

test.each([
  ['a comment', `<r xmlns:x="${pdfaNamespace}"><!-- <x:part>2</x:part> --></r>`],
  ['the same name in another namespace', '<r xmlns:pdfaid="urn:other"><pdfaid:part>2</pdfaid:part></r>'],
  ['an attribute without a prefix', `<part xmlns="urn:other" xmlns:x="${pdfaNamespace}" part="2"/>`],
  ['a prefix whose scope has ended', `<r><a xmlns:x="${pdfaNamespace}"/><x:part>2</x:part></r>`],
  ['a tag that never ends', `<r xmlns:x="${pdfaNamespace}"><x:part a="2`],
])('%s is no claim', async (_name, xml) => {
  expect(await claimsIn(xml)).toEqual(noClaims);
});

test('a conformance level that the part does without is taken out', () => {
  const xml = `<r xmlns:a="${pdfaNamespace}" a:part="4" a:conformance="F"/>`;
  expect(withClaims(xml, { ...noClaims, pdfA: '4' })).toBe(xml.replace('a:conformance="F"', ''));
});

test('a conformance is made weaker where it is, and claims of other kinds stay', async () => {
  const xml = `<r xmlns:a="${pdfaNamespace}" xmlns:u="${uaNamespace}" a:part="2" a:conformance="A"><u:part>1</u:part></r>`;
  const weaker = withClaims(xml, { ...noClaims, pdfA: '2b', pdfUa: '1' });
  expect(weaker).toBe(xml.replace('"A"', '"B"'));
  expect(await claimsIn(weaker)).toMatchObject({ pdfA: '2b', pdfUa: '1' });
});

test.each(['<a b="', '<x:part ', '<x:part>', '<a xmlns:x="u">', '<!--', '<?', '<![CDATA[', '<a b=', '<a b=\'"', '</a'])(
  'half a million letters of %s are read in linear time',
  (pattern) => {
    const start = performance.now();
    withClaims(pattern.repeat(500_000 / pattern.length), noClaims);
    expect(performance.now() - start).toBeLessThan(5_000);
  },
);
