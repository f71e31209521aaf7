import { writeFile } from 'node:fs/promises';
import { type OpenedPdf, pdfAClaim, writePdf } from '@platen/pdf-kit/objects';
import { PDFHeader, PDFWriter } from 'pdf-lib';

/** Writes a document to a file, in the form that its PDF/A claim allows. */
export async function writeDocument(
  { context, catalog, version }: Pick<OpenedPdf, 'context' | 'catalog' | 'version'>,
  path: string,
): Promise<void> {
  if (!(pdfAClaim(catalog)?.startsWith('1') ?? false)) {
    writePdf({ context, version }, path);
    return;
  }
  // PDF/A-1 knows neither object streams nor cross-reference streams (ISO 19005-1, 6.1.4).
  context.header = PDFHeader.forVersion(1, 4);
  await writeFile(path, await PDFWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer());
}
