import { PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { type Operand, readContentStream } from '../../objects/content-stream.ts';

/** The `ActualText` of marked content whose properties are in a resource dictionary, by their name there. */
export type NamedActualText = (name: string) => string | null;

const actualText = PDFName.of('ActualText');

/**
 * The `ActualText` of each `BDC` of a content stream, in order; null for those without (ISO 32000-2, 14.6 and 14.9.4).
 */
export function readActualTexts(content: Uint8Array, named: NamedActualText): readonly (string | null)[] {
  const texts: (string | null)[] = [];
  for (const { operator, operands } of readContentStream(content)) {
    if (operator === 'BDC') texts.push(actualTextOf(operands[1] ?? null, named));
  }
  return texts;
}

function actualTextOf(properties: Operand, named: NamedActualText): string | null {
  if (properties instanceof PDFName) return named(properties.decodeText());
  const text = properties instanceof Map ? properties.get(actualText) : null;
  return text instanceof PDFString || text instanceof PDFHexString ? text.decodeText() : null;
}
