import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDict, PDFName } from 'pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { readClaims } from '../../../pdf-kit/src/objects/document-claims.ts';
import { pdfText } from '../../../pdf-kit/test/objects/pdf-text.ts';
import { type Merged, merge } from './merged.ts';

const facturX = 'xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#" fx:DocumentFileName="factur-x.xml"';
const zugferd =
  'xmlns:z="urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#" z:DocumentFileName="zugferd-invoice.xml" z:Version="2p0"';
const candidate = 'xmlns:zf="urn:ferd:pdfa:invoice:rc#" zf:DocumentFileName="ZUGFeRD-invoice.xml"';
const archive = 'pdfaid:part="3" pdfaid:conformance="B"';

/** A file of two pages with these properties in its metadata, and an attached file of this name, which is associated by a specification of its own. */
function file(name: string, xmp: string, attached?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-invoices-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  const metadata = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r"><rdf:Description ${xmp}/></rdf:RDF></x:xmpmeta>`;
  const names = attached === undefined ? '' : `/AF[8 0 R]/Names<</EmbeddedFiles<</Names[(${attached})6 0 R]>>>>`;
  const specification = `<</Type/Filespec/F(${attached})/UF(${attached})/AFRelationship/Alternative/EF<</F 7 0 R>>>>`;
  const objects = {
    1: `<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R${names}>>`,
    2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    4: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    5: `<</Type/Metadata/Subtype/XML/Length ${metadata.length}>>\nstream\n${metadata}\nendstream`,
    6: specification,
    7: '<</Type/EmbeddedFile/Length 4>>\nstream\n<x/>\nendstream',
    8: specification,
  };
  writeFileSync(path, pdfText(objects));
  return path;
}

function attachedFiles({ document, structure }: Merged) {
  return [...(structure.names.get('EmbeddedFiles') ?? [])].map(([key, value]) => {
    const spec = document.context.lookup(value, PDFDict);
    return { key, name: nameOf(spec), relationship: String(spec.get(PDFName.of('AFRelationship'))) };
  });
}

function nameOf(spec: PDFDict): string {
  const name = spec.lookup(PDFName.of('UF'));
  return name !== undefined && 'decodeText' in name ? String((name as { decodeText(): string }).decodeText()) : '';
}

test.each([
  ['two', [facturX, zugferd], ['factur-x.xml', 'zugferd-invoice.xml']],
  ['one of a release candidate and another', [candidate, facturX], ['ZUGFeRD-invoice.xml', 'factur-x.xml']],
  ['two that are known by their files alone', ['', ''], ['factur-x.xml', 'xrechnung.xml']],
])(
  '%s are not one invoice: their data get names of their own, and a warning says whose they are',
  async (_what, xmp, files) => {
    const inputs = xmp.map((properties, index) => file(`${index + 1}.pdf`, `${archive} ${properties}`, files[index]));
    const merged = await merge(inputs);
    expect(readClaims(merged.document.catalog)).toMatchObject({ pdfA: '3b', invoice: null });
    const names = files.map((name, index) => `${index + 1}-${name}.txt`);
    expect(attachedFiles(merged)).toEqual(names.map((name) => ({ key: name, name, relationship: '/Unspecified' })));
    expect(merged.messages).toContain(
      `The merged file does not claim to be one electronic invoice: ${names[0]} belongs to pages 1–2; ${names[1]} belongs to pages 3–4`,
    );
  },
);

test('an invoice beside a file that is not archivable, or behind any other, is none any more', async () => {
  const invoice = file('bill.pdf', `${archive} ${facturX}`, 'factur-x.xml');
  for (const files of [
    [invoice, file('plain.pdf', '')],
    [file('plain.pdf', archive), invoice],
  ]) {
    const merged = await merge(files);
    expect(readClaims(merged.document.catalog).invoice).toBeNull();
    expect(attachedFiles(merged).map(({ name }) => name)).toEqual(['bill-factur-x.xml.txt']);
    expect(merged.messages.join()).toContain('bill-factur-x.xml.txt belongs to pages');
  }
});

test('an invoice with an archivable annex stays one', async () => {
  const invoice = file('bill.pdf', `${archive} ${facturX}`, 'factur-x.xml');
  const merged = await merge([invoice, file('annex.pdf', archive)]);
  expect(readClaims(merged.document.catalog)).toMatchObject({ pdfA: '3b', invoice: 'factur-x.xml' });
  expect(attachedFiles(merged)).toEqual([{ key: 'factur-x.xml', name: 'factur-x.xml', relationship: '/Alternative' }]);
  expect(merged.warnings).toEqual([]);
});
