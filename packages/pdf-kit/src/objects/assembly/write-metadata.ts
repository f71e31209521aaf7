import { PDFName } from 'pdf-lib';
import { type DocumentClaims, encodeXmp, metadataXmp, readClaims, withClaims } from '../document-claims.ts';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { refText } from './pdf-text.ts';

/**
 * The first source's metadata stream as a reference in PDF syntax, without the claims that the output does not keep; null
 * without one.
 */
export function metadataText(
  output: OutputGraph,
  first: SourceGraph | undefined,
  claims: DocumentClaims,
): string | null {
  const value = first?.document.catalog.get(PDFName.of('Metadata'));
  if (first === undefined || value === undefined) return null;
  const xmp = metadataXmp(first.document.catalog);
  if (xmp === null || isSame(claims, readClaims(first.document.catalog))) return output.text(first, value);
  const number = output.writer.reserve();
  output.writer.writeStream(number, '<</Type/Metadata/Subtype/XML>>', encodeXmp(withClaims(xmp, claims)));
  return refText(number);
}

function isSame(claims: DocumentClaims, others: DocumentClaims): boolean {
  return (
    claims.pdfA === others.pdfA &&
    claims.pdfX === others.pdfX &&
    claims.pdfUa === others.pdfUa &&
    claims.invoice === others.invoice &&
    claims.declarations.join(' ') === others.declarations.join(' ')
  );
}
