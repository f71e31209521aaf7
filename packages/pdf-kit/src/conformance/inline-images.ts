import { deflateSync } from 'node:zlib';
import { PDFArray, PDFBool, type PDFContext, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import { type ContentOperator, type Operand, readContentStream } from '../objects/content-stream.ts';
import { decodeData, streamFilters } from '../objects/decode-stream.ts';
import type { ContentEdit } from './content-uses.ts';

/** An inline image is small by nature; a larger one counts as damaged. */
const maxImageBytes = 64 * 1024 * 1024;

/**
 * What an inline image has to become for PDF/A: no smoothing, no LZW (ISO 19005-2, 6.1.10 and 6.2.8). Null for one that may stay.
 * `onColor` gets its colour space.
 */
export function editInlineImage(
  context: PDFContext,
  content: Uint8Array,
  { start, end }: ContentOperator,
  onColor: (space: PDFObject | undefined) => void,
): ContentEdit | 'unreadable' | null {
  const text = Buffer.from(content.buffer, content.byteOffset + start, end - start);
  const dataAt = endOfEntries(text);
  if (dataAt === null) return 'unreadable';
  const entries = readEntries(text.subarray(2, dataAt));
  const [first] = entries;
  if (first === undefined) return 'unreadable';
  onColor(objectOf(context, entries.get('ColorSpace') ?? entries.get('CS')));
  const isSmoothed = [entries.get('I'), entries.get('Interpolate')].includes(true);
  const data = text.subarray(dataAt + 3, text.length - 2);
  const stream = PDFRawStream.of(context.obj({}), data);
  for (const [short, long] of [
    ['F', 'Filter'],
    ['DP', 'DecodeParms'],
  ] as const) {
    const value = objectOf(context, entries.get(long) ?? entries.get(short));
    if (value !== undefined) stream.dict.set(PDFName.of(long), value);
  }
  const isLzw = streamFilters(stream.dict).some(({ name }) => name === 'LZWDecode');
  if (!isSmoothed && !isLzw) return null;
  const kept = [...entries].filter(([key]) => !['I', 'Interpolate', ...(isLzw ? encodingKeys : [])].includes(key));
  const head = kept.map(([key, value]) => `/${key} ${textOf(objectOf(context, value))}`).join(' ');
  if (!isLzw) return { start, end, text: `BI ${head} ID ${data.toString('latin1')}EI` };
  const decoded = decodeData(stream, { maxBytes: maxImageBytes, tolerant: true });
  if (decoded === null || decoded.imageFilter !== null) return 'unreadable';
  const hex = `${deflateSync(decoded.bytes).toString('hex')}>`;
  return { start, end, text: `BI ${head} /F [/AHx /Fl] ID ${hex} EI` };
}

const encodingKeys = ['F', 'Filter', 'DP', 'DecodeParms'];

/** Where `ID` is: the first one between spaces. */
function endOfEntries(text: Buffer): number | null {
  const match = /[\s>\])]ID[\s]/.exec(text.toString('latin1'));
  return match === null ? null : match.index + 1;
}

/** Reads keys and values as the operands of an operator. */
function readEntries(bytes: Uint8Array): ReadonlyMap<string, Operand> {
  const [item] = readContentStream(Buffer.concat([bytes, Buffer.from(' ID')]));
  const entries = new Map<string, Operand>();
  for (let index = 0; index + 1 < (item?.operands.length ?? 0); index += 2) {
    const key = item?.operands[index];
    if (key instanceof PDFName) entries.set(key.decodeText(), item?.operands[index + 1] ?? null);
  }
  return entries;
}

function objectOf(context: PDFContext, operand: Operand | undefined): PDFObject | undefined {
  if (operand === undefined || operand === null) return undefined;
  if (typeof operand === 'boolean') return operand ? PDFBool.True : PDFBool.False;
  if (typeof operand === 'number') return context.obj(operand);
  if (Array.isArray(operand)) {
    const array = PDFArray.withContext(context);
    for (const item of operand as readonly Operand[]) array.push(objectOf(context, item) ?? context.obj(null));
    return array;
  }
  if (operand instanceof Map) {
    const dict = context.obj({});
    for (const [key, value] of operand as ReadonlyMap<PDFName, Operand>) {
      const object = objectOf(context, value);
      if (object !== undefined) dict.set(key, object);
    }
    return dict;
  }
  return operand as PDFObject;
}

function textOf(object: PDFObject | undefined): string {
  return object === undefined ? 'null' : object.toString();
}
