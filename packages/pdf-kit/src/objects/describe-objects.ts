import { createHash } from 'node:crypto';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { foldObjects } from './fold-objects.ts';

/** Attributes of tags and colour spaces nest a few levels. */
const maxDepth = 64;

/** Descriptions up to this length are kept as they are; longer ones become a digest, so that none grows with what is shared. */
const maxPlainLength = 64;

/**
 * Describes objects by texts that are equal for equal content, whatever numbers the objects have in their file. What is
 * nested too deep, or within itself, is described alike.
 */
export function describeObjects(context: PDFContext): (object: PDFObject | undefined) => string {
  return foldObjects<string>({
    lookup: (object) => context.lookup(object),
    maxDepth,
    cut: () => '…',
    fold(object, inner) {
      if (object instanceof PDFArray) return short(`[${object.asArray().map(inner).join(' ')}]`);
      if (object instanceof PDFDict) return short(dictText(object, inner));
      if (object instanceof PDFStream) return digest(dictText(object.dict, inner), object.getContents());
      return object?.toString() ?? 'null';
    },
  });
}

/** `/Length` is the length of the data, which count by themselves. */
function dictText(dict: PDFDict, inner: (value: PDFObject) => string): string {
  const entries = dict.entries().flatMap(([key, value]) => (key === PDFName.Length ? [] : [`${key} ${inner(value)}`]));
  return `<<${entries.sort().join(' ')}>>`;
}

function short(text: string): string {
  return text.length > maxPlainLength ? digest(text) : text;
}

function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64');
}
