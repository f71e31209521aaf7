import { PDFName, PDFStream } from 'pdf-lib';
import { decodeStream } from '../decode-stream.ts';
import { createInflateBudget } from '../inflate-budget.ts';
import type { OutputGraph } from './output-graph.ts';
import { refText } from './pdf-text.ts';
import type { SourceGraph } from './source-graph.ts';

/** Metadata beyond this is left as it is. */
const maxMetadataBytes = 16 * 1024 * 1024;

/**
 * The first source's metadata stream as a reference in PDF syntax; null without one. A claim to PDF/A is taken out
 * when the output as a whole is none.
 */
export function metadataText(
  output: OutputGraph,
  first: SourceGraph | undefined,
  keepsPdfAClaim: boolean,
): string | null {
  const value = first?.document.catalog.get(PDFName.of('Metadata'));
  if (first === undefined || value === undefined) return null;
  const stream = first.lookup(value);
  const bytes = stream instanceof PDFStream ? decodeStream(stream, createInflateBudget(maxMetadataBytes)) : null;
  const text = bytes === null ? '' : Buffer.from(bytes).toString('utf8');
  if (keepsPdfAClaim || !text.includes('pdfaid:')) return output.text(first, value);
  const number = output.writer.reserve();
  output.writer.writeStream(number, '<</Type/Metadata/Subtype/XML>>', Buffer.from(withoutClaim(text), 'utf8'));
  return refText(number);
}

/** XMP without `pdfaid:part`, `conformance`, …, written as elements or as attributes. */
function withoutClaim(xmp: string): string {
  return xmp.replace(/<pdfaid:(\w+)[^>]*>[^<]*<\/pdfaid:\1>/g, '').replace(/\spdfaid:\w+\s*=\s*("[^"]*"|'[^']*')/g, '');
}
