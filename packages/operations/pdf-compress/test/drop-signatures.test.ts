import { PDFDict, PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import { createTestPdf } from './build-pdf.ts';
import { runCompression } from './run-compression.ts';

/** A signed document that claims to be PDF/A of a part, or makes no claim; with padding that compresses well or not at all. */
function signed(part: number | null, padding = new Uint8Array(10_000)): Uint8Array {
  const pdf = createTestPdf();
  const signature = pdf.object({ Type: 'Sig', Filter: 'Adobe.PPKLite', ByteRange: [0, 10, 20, 30] });
  const field = pdf.object({ FT: 'Sig', V: signature });
  const claim = `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>`;
  const packet = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">${claim}</rdf:Description></rdf:RDF>`;
  const metadata = pdf.stream({ Type: 'Metadata', Subtype: 'XML' }, packet, false);
  const catalog = {
    AcroForm: { Fields: [field], SigFlags: 3 },
    Perms: { DocMDP: signature },
    Padding: pdf.stream({}, padding, false),
    ...(part === null ? {} : { Metadata: metadata }),
  };
  return pdf.finish({ content: '0 0 10 10 re f', catalog });
}

function isSigned({ document }: Awaited<ReturnType<typeof runCompression>>): boolean {
  const objects = document.context.enumerateIndirectObjects();
  const hasValue = objects.some(([, object]) => object instanceof PDFDict && object.has(PDFName.of('V')));
  expect(document.catalog.has(PDFName.of('Perms'))).toBe(hasValue);
  return hasValue;
}

test.each([
  [null, true],
  [1, true],
  [2, false],
  [3, false],
])('of a signed file of PDF/A part %s, the copy keeps its signature: %s', async (part, isKept) => {
  const run = await runCompression(signed(part));
  expect(run.warnings).toEqual(['SIGNATURE_BROKEN']);
  expect(isSigned(run)).toBe(isKept);
});

test('a signed file that cannot be made smaller comes back as it was, without a warning', async () => {
  const small = (await runCompression(signed(null))).bytes;
  const run = await runCompression(small);
  expect(Buffer.from(run.bytes).equals(small)).toBe(true);
  expect(run.warnings).toEqual([]);
});
