import { appendFile, copyFile, open, readFile } from 'node:fs/promises';
import { PDFName, PDFRawStream, PDFRef } from '@platen/pdf-kit/pdf-lib';
import type { PreparedDocument } from '../compress-document.ts';
import type { ImageResult } from '../images/image-task.ts';

/** `startxref` is searched for in this many bytes at the end of the file. */
const tailBytes = 1_024;

/**
 * An incremental update (ISO 32000-2, 7.5.6) that scales down the large images that were encoded again, so that the original
 * file renders faster at low resolution: PDFium would decode 26 MB of samples for a page at 300 dpi, in ten times the time. Null
 * if there is no such image, or no update can be appended to the file.
 */
export async function createSketchedUpdate(
  { document, inspection }: PreparedDocument,
  path: string,
  images: readonly ImageResult[],
): Promise<Uint8Array | null> {
  const sketched = images.filter(({ sketch }) => sketch !== null);
  if (sketched.length === 0 || inspection.encrypted || document.repairs.length > 0) return null;
  const last = await readLastCrossReference(path, document.sizeBytes);
  if (last === null) return null;
  const update = createUpdate(document.sizeBytes);
  for (const image of sketched) {
    const stream = document.context.lookup(PDFRef.of(image.objectNumber, image.generationNumber));
    const { sketch } = image;
    if (!(stream instanceof PDFRawStream) || sketch === null || image.generationNumber !== 0) return null;
    const dict = stream.dict.clone();
    for (const key of ['DecodeParms', 'DP', 'F', 'Length']) dict.delete(PDFName.of(key));
    dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'));
    dict.set(PDFName.of('Width'), document.context.obj(sketch.width));
    dict.set(PDFName.of('Height'), document.context.obj(sketch.height));
    update.addStream(image.objectNumber, dict.toString(), await readFile(sketch.dataPath));
  }
  const { Root } = document.context.trailerInfo;
  const entries = `/Root ${Root?.toString()}/Prev ${last.offset}`;
  const { size } = last;
  return last.isStream ? update.endWithStream(entries, size) : update.endWithTable(entries, size);
}

/** Writes a copy of a file with the update appended. */
export async function writeSketchedCopy(path: string, update: Uint8Array, target: string): Promise<void> {
  await copyFile(path, target);
  await appendFile(target, update);
}

interface LastCrossReference {
  readonly offset: number;
  /** `Size`: one more than the highest object number, including those of object streams. */
  readonly size: number;
  readonly isStream: boolean;
}

async function readLastCrossReference(path: string, sizeBytes: number): Promise<LastCrossReference | null> {
  await using file = await open(path);
  const read = async (position: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, Math.max(0, position));
    return buffer.toString('latin1', 0, bytesRead);
  };
  const tail = await read(sizeBytes - tailBytes, tailBytes);
  const offset = Number(/.*startxref\s+(\d{1,10})\s+%%EOF/s.exec(tail)?.[1] ?? Number.NaN);
  if (!(offset < sizeBytes)) return null;
  const start = await read(offset, tailBytes);
  const isStream = /^\d+\s+\d+\s+obj/.test(start);
  if (!isStream && !start.startsWith('xref')) return null;
  // Before the data of a cross-reference stream, after the entries of a table.
  const size = Number(/\/Size\s+(\d{1,7})\b/.exec(isStream ? start : tail)?.[1] ?? Number.NaN);
  return size > 0 ? { offset, size, isStream } : null;
}

/** Writes an incremental update of a file of `sizeBytes` bytes. */
function createUpdate(sizeBytes: number) {
  const parts: Buffer[] = [];
  const places: (readonly [objectNumber: number, offset: number])[] = [];
  let end = sizeBytes;
  const add = (bytes: Uint8Array | string) => {
    const part = Buffer.from(bytes as string, 'latin1');
    parts.push(part);
    end += part.length;
  };
  const addStream = (objectNumber: number, dict: string, bytes: Uint8Array) => {
    add('\n');
    places.push([objectNumber, end]);
    add(`${objectNumber} 0 obj\n${dict.slice(0, -2)}/Length ${bytes.length}>>\nstream\n`);
    add(bytes);
    add('\nendstream\nendobj');
  };
  const endAt = (start: number) => {
    add(`\nstartxref\n${start}\n%%EOF\n`);
    return Buffer.concat(parts);
  };
  return {
    addStream,
    endWithTable(entries: string, size: number): Buffer {
      add('\n');
      const start = end;
      const rows = places.map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
      add(`xref\n${rows.join('')}trailer\n<</Size ${size}${entries}>>`);
      return endAt(start);
    },
    /** The cross-reference stream is itself the last object. */
    endWithStream(entries: string, size: number): Buffer {
      const start = end + 1;
      const rows = [...places, [size, start] as const].map(([, offset]) => {
        const row = Buffer.from([1, 0, 0, 0, 0]);
        row.writeUInt32BE(offset, 1);
        return row;
      });
      const index = [...places.map(([number]) => number), size].map((number) => `${number} 1`).join(' ');
      const dict = `<</Type/XRef/Size ${size + 1}${entries}/W[1 4 0]/Index[${index}]>>`;
      addStream(size, dict, Buffer.concat(rows));
      return endAt(start);
    },
  };
}
