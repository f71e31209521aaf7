import type { PDFObject, PDFStream } from 'pdf-lib';
import { decodeStream } from './decode-stream.ts';
import type { InflateBudget } from './inflate-budget.ts';
import type { ObjectParser } from './object-parser.ts';
import { numberEntry } from './typed-entries.ts';

/** The objects of one object stream (ISO 32000-1, 7.5.7), by their index in it. */
export interface ObjectStream {
  readonly objectNumbers: readonly number[];
  read(index: number): PDFObject | null;
}

/** Opens an object stream; null when it cannot be decoded. `createParser` reads objects out of its bytes. */
export function openObjectStream(
  stream: PDFStream,
  budget: InflateBudget,
  createParser: (bytes: Buffer) => ObjectParser,
): ObjectStream | null {
  const decoded = decodeHeader(stream, budget);
  if (decoded === null) return null;
  const { data, first, header } = decoded;
  const parser = createParser(data);
  return {
    objectNumbers: header.map(([objectNumber]) => objectNumber),
    read(index) {
      const offset = header[index]?.[1];
      return offset === undefined ? null : parser.readObject(first + offset, null);
    },
  };
}

/** Only the numbers of the objects in an object stream; none when it cannot be decoded. */
export function packedObjectNumbers(stream: PDFStream, budget: InflateBudget): readonly number[] {
  return decodeHeader(stream, budget)?.header.map(([objectNumber]) => objectNumber) ?? [];
}

interface DecodedStream {
  readonly data: Buffer;
  readonly first: number;
  readonly header: readonly (readonly [objectNumber: number, offset: number])[];
}

function decodeHeader(stream: PDFStream, budget: InflateBudget): DecodedStream | null {
  const decoded = decodeStream(stream, budget);
  const first = numberEntry(stream.dict, 'First');
  const count = numberEntry(stream.dict, 'N');
  if (decoded === null || first === null || count === null) return null;
  const data = Buffer.from(decoded.buffer, decoded.byteOffset, decoded.length);
  const numbers = data.toString('latin1', 0, Math.max(0, first)).match(/\d+/g)?.map(Number) ?? [];
  const pairs = Math.min(count, numbers.length >> 1);
  const header = Array.from(
    { length: pairs },
    (_, index) => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0] as const,
  );
  return { data, first, header };
}
