import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readClaims } from '../../../pdf-kit/src/objects/document-claims.ts';
import { pdfText } from '../../../pdf-kit/test/objects/pdf-text.ts';
import { split } from './split-parts.ts';

/** A tagged file with a heading on each page, the levels given, and these properties in its metadata. */
function file(
  xmp: string,
  levels: readonly number[],
  catalog = '',
  objects: Readonly<Record<number, string>> = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-claims-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'claiming.pdf');
  const metadata = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r"><rdf:Description ${xmp}/></rdf:RDF></x:xmpmeta>`;
  const refs = (from: number) => levels.map((_, index) => `${from + index} 0 R`).join(' ');
  const pages = levels.map((_, index) => [
    10 + index,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/StructParents ${index}>>`,
  ]);
  const headings = levels.map((level, index) => [
    20 + index,
    `<</Type/StructElem/S/${level === 1 ? 'Title' : `H${level}`}/P 4 0 R/Pg ${10 + index} 0 R/K 0>>`,
  ]);
  writeFileSync(
    path,
    pdfText({
      1: `<</Type/Catalog/Pages 2 0 R/Metadata 3 0 R/StructTreeRoot 5 0 R/MarkInfo<</Marked true>>${catalog}>>`,
      2: `<</Type/Pages/Kids[${refs(10)}]/Count ${levels.length}>>`,
      3: `<</Type/Metadata/Subtype/XML/Length ${metadata.length}>>\nstream\n${metadata}\nendstream`,
      4: `<</Type/StructElem/S/Document/P 5 0 R/K[${refs(20)}]>>`,
      5: `<</Type/StructTreeRoot/K 4 0 R/RoleMap<</Title/H1>>/ParentTree<</Nums[${levels
        .map((_, index) => `${index}[${20 + index} 0 R]`)
        .join(' ')}]>>>>`,
      ...Object.fromEntries([...pages, ...headings]),
      ...objects,
    }),
  );
  return path;
}

const ua1 = 'pdfuaid:part="1"';

test('a part whose headings begin below level 1, or leave out a level, is not PDF/UA-1', async () => {
  const { parts, warnings } = await split(file(ua1, [1, 2, 3]), { pages: '1-2,2,1-3,odd' });
  expect(parts.map(({ document }) => readClaims(document.catalog).pdfUa)).toEqual(['1', null, '1', null]);
  expect(warnings).toContain('CLAIM_DROPPED');
});

test('PDF/UA-2 has no such rule', async () => {
  const { parts, warnings } = await split(file('pdfuaid:part="2"', [1, 2]));
  expect(parts.map(({ document }) => readClaims(document.catalog).pdfUa)).toEqual(['2', '2']);
  expect(warnings).not.toContain('CLAIM_DROPPED');
});

const facturX = 'xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#" fx:DocumentFileName="factur-x.xml"';

/** An invoice of some pages with its data attached, which its metadata may claim to be. */
function invoice(pageCount: number, claim: string): string {
  return file(
    `pdfaid:part="3" pdfaid:conformance="B" ${claim}`,
    Array.from({ length: pageCount }, () => 1),
    '/AF[6 0 R]/Names<</EmbeddedFiles<</Names[(factur-x.xml)6 0 R]>>>>',
    {
      6: '<</Type/Filespec/F(factur-x.xml)/UF(factur-x.xml)/AFRelationship/Data/EF<</F 7 0 R>>>>',
      7: '<</Type/EmbeddedFile/Length 4>>\nstream\n<x/>\nendstream',
    },
  );
}

test('a part of an invoice is none, though its data stay attached; a part with all pages is', async () => {
  const { parts, warnings, messages } = await split(invoice(2, facturX), { pages: '1,1-2' });
  expect(parts.map(({ document }) => readClaims(document.catalog).invoice)).toEqual([null, 'factur-x.xml']);
  const names = parts.map(({ structure }) => [...(structure.names.get('EmbeddedFiles')?.keys() ?? [])]);
  expect(names).toEqual([['claiming-factur-x.xml.txt'], ['factur-x.xml']]);
  expect(warnings).toEqual(['CLAIM_DROPPED']);
  expect(messages).toEqual([
    'claiming-001.pdf, unlike claiming-p001-002.pdf, does not claim to be one electronic invoice: claiming-factur-x.xml.txt belongs to all 2 pages of claiming.pdf',
  ]);
});

test.each([
  ['claimed', 1, '1,last', facturX],
  ['only attached', 1, 'odd,1-,last', ''],
  ['of two pages', 2, '1-2,1-,2', facturX],
])('several parts that are the same whole invoice are named: %s', async (_name, pageCount, pages, claim) => {
  const { parts, warnings, messages } = await split(invoice(pageCount, claim), { pages });
  const whole = parts.filter(({ structure }) => structure.names.get('EmbeddedFiles')?.has('factur-x.xml'));
  expect(whole.length).toBeGreaterThan(1);
  const said = messages[warnings.indexOf('INVOICE_REPEATED')];
  expect(said).toBe(
    `${whole.map(({ fileName }) => fileName).join(', ')} are each the same whole electronic invoice: book only one of them`,
  );
});

test('an invoice that is there once is not named', async () => {
  const { warnings } = await split(invoice(1, facturX), { pages: '1' });
  expect(warnings).toEqual([]);
});

test('a warning names the parts that do not make a claim of the document, and counts those beyond five', async () => {
  const { messages } = await split(file(ua1, [1, 2, 2, 2, 2, 2, 2]));
  expect(messages).toEqual([
    'claiming-002.pdf, claiming-003.pdf, claiming-004.pdf, claiming-005.pdf, claiming-006.pdf and 1 more, unlike claiming-001.pdf, do not claim PDF/UA-1: its headings begin below level 1 or leave out a level',
  ]);
});

test('parts without the attachments are PDF/A-4, not PDF/A-4f', async () => {
  const bytes = 'x'.repeat(2 * 1024 * 1024);
  const path = file(
    'pdfaid:part="4" pdfaid:conformance="F"',
    [1, 2, 3],
    '/Names<</EmbeddedFiles<</Names[(a)6 0 R]>>>>',
    {
      6: '<</Type/Filespec/F(a)/UF(a)/EF<</F 7 0 R>>>>',
      7: `<</Type/EmbeddedFile/Length ${bytes.length}>>\nstream\n${bytes}\nendstream`,
    },
  );
  const { parts } = await split(path);
  expect(parts.map(({ document }) => readClaims(document.catalog).pdfA)).toEqual(['4f', '4', '4']);
});
