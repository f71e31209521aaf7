import { PDFArray, PDFDict, PDFName, PDFStream } from 'pdf-lib';
import { readContentStream } from './content-stream.ts';
import { decodeData } from './decode-stream.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { contentStreams } from './page-content-streams.ts';
import { dictEntry, nameEntry, numberEntry } from './typed-entries.ts';

/** Device colour spaces, which an output intent or a default colour space has to define. */
export type DeviceSpace = 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK';

/** Families of colour spaces that profiles or numbers define. */
export type DefinedSpace = 'ICCBased' | 'CalRGB' | 'Lab';

interface Mark {
  readonly operators: readonly string[];
  readonly inline: string;
}

/** Operators that set a colour in a device space, and its name in inline images. */
const marks: Readonly<Record<string, Mark>> = {
  DeviceGray: { operators: ['g', 'G'], inline: '/G' },
  DeviceRGB: { operators: ['rg', 'RG'], inline: '/RGB' },
  DeviceCMYK: { operators: ['k', 'K'], inline: '/CMYK' },
};

/** Maximum decoded size of a content stream that is read; colours of larger ones are not known. */
const maxStreamBytes = 64 * 1024 * 1024;

/**
 * Whether a document has colours in a colour space: in objects, unused ones included, as the space of an image or shading or
 * below another space, or in content. The alternate spaces of profiles do not count.
 */
export function usesColorSpace({ context, pages }: OpenedPdf, space: DeviceSpace | DefinedSpace): boolean {
  const name = PDFName.of(space);
  const streams = new Set(pages.flatMap(contentStreams));
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (names(object, name)) return true;
    if (object instanceof PDFStream && isContent(object)) streams.add(object);
    const glyphs = object instanceof PDFDict ? dictEntry(object, 'CharProcs') : null;
    for (const key of glyphs?.keys() ?? []) {
      const glyph = glyphs?.lookup(key);
      if (glyph instanceof PDFStream) streams.add(glyph);
    }
  }
  const mark = marks[space];
  return mark !== undefined && [...streams].some((stream) => contentUses(stream, space, mark));
}

/** Whether an object has a name as a value, but for that of `Alternate`. References are not followed. */
function names(object: unknown, name: PDFName): boolean {
  const left = [object];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (value === name) return true;
    if (value instanceof PDFArray) left.push(...value.asArray());
    const dict = value instanceof PDFStream ? value.dict : value;
    if (!(dict instanceof PDFDict)) continue;
    for (const [key, entry] of dict.entries()) if (key !== alternateKey) left.push(entry);
  }
  return false;
}

const alternateKey = PDFName.of('Alternate');

function isContent({ dict }: PDFStream): boolean {
  return nameEntry(dict, 'Subtype') === 'Form' || numberEntry(dict, 'PatternType') === 1;
}

function contentUses(stream: PDFStream, space: string, { operators, inline }: Mark): boolean {
  const decoded = decodeData(stream, { maxBytes: maxStreamBytes, tolerant: true });
  if (decoded === null || decoded.imageFilter !== null) return false;
  const content = Buffer.from(decoded.bytes);
  for (const { operator, operands, start, end } of readContentStream(content)) {
    if (operators.includes(operator)) return true;
    if ((operator === 'cs' || operator === 'CS') && operands[0] === PDFName.of(space)) return true;
    if (operator === 'BI' && isInlineSpace(content.subarray(start, end), [`/${space}`, inline])) return true;
  }
  return false;
}

/** Whether the head of an inline image has one of these names; a word of its data may be taken for one. */
function isInlineSpace(image: Buffer, spaces: readonly string[]): boolean {
  const [head = ''] = image.toString('latin1').split(/\sID\s/);
  return spaces.some((space) => head.split(/[\s[\]]+|(?=\/)/).includes(space));
}
