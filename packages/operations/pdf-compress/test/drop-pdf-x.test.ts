import { decodeData } from '@platen/pdf-kit/objects';
import { PDFName, type PDFRawStream } from 'pdf-lib';
import { expect, test } from 'vitest';
import { createTestPdf } from './build-pdf.ts';
import { runCompression } from './run-compression.ts';

/** A document that claims PDF/X in its metadata, with padding that compresses well or not at all. */
function claiming(padding: Uint8Array): Uint8Array {
  const pdf = createTestPdf();
  const namespaces = 'xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/"';
  const packet = `<rdf:RDF xmlns:rdf="r"><rdf:Description ${namespaces} pdfxid:GTS_PDFXVersion="PDF/X-4" dc:format="application/pdf"/></rdf:RDF>`;
  const metadata = pdf.stream({ Type: 'Metadata', Subtype: 'XML' }, packet, false);
  pdf.context.trailerInfo.Info = pdf.object({ GTS_PDFXVersion: 'PDF/X-4', Trapped: 'False' });
  return pdf.finish({
    content: '0 0 10 10 re f',
    catalog: { Metadata: metadata, Padding: pdf.stream({}, padding, false) },
  });
}

test('a copy of a file of PDF/X makes no such claim, and a warning says so', async () => {
  const { document, warnings } = await runCompression(claiming(new Uint8Array(10_000)));
  const metadata = document.catalog.lookup(PDFName.of('Metadata')) as PDFRawStream;
  const xmp = Buffer.from(decodeData(metadata, { maxBytes: 10_000 })?.bytes ?? []).toString();
  expect(xmp).toContain('application/pdf');
  const info = String(document.context.lookup(document.context.trailerInfo.Info));
  expect(info).toContain('/Trapped');
  expect(xmp + info).not.toContain('GTS_PDFX');
  expect(warnings).toEqual(['CLAIM_DROPPED']);
});

test('a file of PDF/X that cannot be made smaller comes back as it was', async () => {
  const bytes = claiming(new Uint8Array());
  const small = (await runCompression(bytes)).bytes;
  const again = await runCompression(small);
  expect(again.warnings).toEqual([]);
});
