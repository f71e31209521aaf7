import { chainMatrices, type Matrix } from '@platen/pdf-kit/geometry';
import type { OpenedPdf, PdfPage } from '@platen/pdf-kit/objects';
import { pageToUserSpace } from '@platen/pdf-kit/ocr';
import { PDFDict, PDFName, type PDFRef } from '@platen/pdf-kit/pdf-lib';
import type { RecognizedText } from '../pages/page-text.ts';
import type { GlyphCodes } from './glyph-codes.ts';
import { addXObject, surroundContent } from './page-content.ts';
import { pageFrameOf } from './page-frame-of.ts';
import { writeTextContent } from './text-content.ts';

/** What the text layers of one document share. */
export interface TextLayers {
  readonly document: Pick<OpenedPdf, 'context' | 'catalog'>;
  readonly font: PDFRef;
  readonly codes: GlyphCodes;
}

/** The name of the font among the resources of a layer, which has no other. */
const fontResource = 'F';

/**
 * Puts the recognised text under the content of a page as an invisible form. What the page shows does not change.
 * `moved` is how the content was moved in user space before.
 */
export function graftText(layers: TextLayers, page: PdfPage, text: RecognizedText, moved: Matrix): void {
  const { document, font, codes } = layers;
  const { context } = document;
  const frame = pageFrameOf(context, page);
  const toUserSpace = chainMatrices(text.toPage, pageToUserSpace(frame), moved);
  const form = context.flateStream(writeTextContent(text.lines, toUserSpace, codes, fontResource), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [frame.left, frame.bottom, frame.right, frame.top],
    Resources: { Font: { [fontResource]: font } },
  });
  const drawn = `q /${addXObject(context, page, context.register(form))} Do Q\n`;
  surroundContent(context, page, isTagged(document) ? `/Artifact BMC ${drawn}EMC\n` : drawn);
}

/** A document that says all its content is tagged must not get untagged content: the layer is then marked as none. */
function isTagged({ catalog }: TextLayers['document']): boolean {
  const mark = catalog.lookup(PDFName.of('MarkInfo'));
  return mark instanceof PDFDict && String(mark.get(PDFName.of('Marked'))) === 'true';
}
