import { PDFDict, PDFName, type PDFRef } from 'pdf-lib';
import { chainMatrices, type Matrix } from '../../geometry.ts';
import type { OpenedPdf } from '../../objects/open-pdf.ts';
import type { PdfPage } from '../../objects/page-tree.ts';
import { pageToUserSpace } from '../page-frame.ts';
import type { RecognizedText } from '../recognized-text.ts';
import { createGlyphCodes, type GlyphCodes } from './glyph-codes.ts';
import { addXObject, surroundContent } from './page-content.ts';
import { pageFrameOf } from './page-frame-of.ts';
import { writeTextContent } from './text-content.ts';
import { defineTextFont } from './text-font.ts';

/** What the text layers of one document share. */
export interface TextLayers {
  readonly document: Pick<OpenedPdf, 'context' | 'catalog'>;
  readonly font: PDFRef;
  readonly codes: GlyphCodes;
}

/** Starts the text layers of a document. Call `finish` once after all pages: it completes the font of the layers. */
export function createTextLayers(document: TextLayers['document']): TextLayers & { finish(): void } {
  const layers = { document, font: document.context.nextRef(), codes: createGlyphCodes() };
  return {
    ...layers,
    finish() {
      if (layers.codes.size > 0) defineTextFont(document.context, layers.font, layers.codes);
    },
  };
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
