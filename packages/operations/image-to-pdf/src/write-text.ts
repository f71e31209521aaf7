import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { PdfWriter } from '@platen/pdf-kit/objects';

const deflateAsync = promisify(deflate);

/** Writes a stream of text, deflated when that is shorter; `entries` are those of its dictionary. Gives its object number. */
export async function writeText(file: PdfWriter, text: string, entries = ''): Promise<number> {
  const plain = Buffer.from(text, 'utf8');
  const packed = await deflateAsync(plain, { level: 9 });
  const filter = '/Filter/FlateDecode';
  const isSmaller = packed.byteLength + filter.length < plain.byteLength;
  return addStream(file, `${entries}${isSmaller ? filter : ''}`, isSmaller ? packed : plain);
}

/** Writes a stream under a new number; `entries` are those of its dictionary without `Length`, in PDF syntax. */
export function addStream(file: PdfWriter, entries: string, data: Parameters<PdfWriter['writeStream']>[2]): number {
  const number = file.reserve();
  file.writeStream(number, `<<${entries}>>`, data);
  return number;
}

/** Writes an object under a new number. */
export function addObject(file: PdfWriter, text: string): number {
  const number = file.reserve();
  file.writeObject(number, text);
  return number;
}
