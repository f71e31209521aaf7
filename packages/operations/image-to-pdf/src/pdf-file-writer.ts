import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { CodedData, StoredFile } from './image-page.ts';

const deflateAsync = promisify(deflate);

/** Writes a PDF file object by object: what is written is not kept, so memory does not grow with the file. */
export interface PdfFileWriter {
  /** Reserves an object number. */
  reserve(): number;
  /** Adds an object, in PDF syntax, to one of the file's object streams. */
  addObject(body: string, number?: number): Promise<number>;
  /** Writes a stream; `dictionary` are its entries without `Length`, in PDF syntax. */
  addStream(dictionary: string, data: CodedData, number?: number): Promise<number>;
  /** Writes a stream of text, deflated when that is shorter. */
  addText(text: string, dictionary?: string): Promise<number>;
  /** Writes what is left and the cross-reference stream, and closes the file. */
  finish(trailer: string): Promise<void>;
  /** Closes the file as it is, after an error. */
  abandon(): Promise<void>;
}

/** Where an object is: at an offset of the file, or in an object stream at an index. */
type Place = { readonly offset: number } | { readonly container: number; readonly index: number };

/** Objects in one object stream. Readers take one apart as a whole, so it must not be huge. */
const objectsPerStream = 200;

/** Bytes of a file that are copied at a time. */
const copyBytes = 256 * 1024;

/** PDF 1.7 with object and cross-reference streams (ISO 32000-1, 7.5.7 and 7.5.8). */
export async function createPdfFileWriter(path: string): Promise<PdfFileWriter> {
  const file: FileHandle = await open(path, 'w');
  const places = new Map<number, Place>();
  const buffer = Buffer.allocUnsafeSlow(copyBytes);
  let position = 0;
  let nextNumber = 1;
  let pending: { readonly number: number; readonly body: string }[] = [];

  const write = async (bytes: Uint8Array) => {
    await file.writeFile(bytes);
    position += bytes.byteLength;
  };
  const writeStream = async (number: number, dictionary: string, data: CodedData) => {
    places.set(number, { offset: position });
    const byteLength = 'path' in data ? data.byteLength : data.reduce((sum, part) => sum + part.byteLength, 0);
    await write(latin1(`${number} 0 obj\n<<${dictionary}/Length ${byteLength}>>stream\n`));
    for await (const part of 'path' in data ? readStored(data, buffer) : data) await write(part);
    await write(latin1('\nendstream\nendobj\n'));
  };
  const flush = async () => {
    if (pending.length === 0) return;
    const container = nextNumber++;
    const bodies = pending.map(({ body }) => body);
    const offsets = bodies.map((_, index) => bodies.slice(0, index).reduce((sum, body) => sum + body.length + 1, 0));
    const index = pending.map(({ number }, at) => `${number} ${offsets[at]}`).join(' ');
    for (const [at, { number }] of pending.entries()) places.set(number, { container, index: at });
    const data = await deflateAsync(latin1(`${index} ${bodies.join(' ')}`), { level: 9 });
    const count = pending.length;
    pending = [];
    await writeStream(container, `/Type/ObjStm/N ${count}/First ${index.length + 1}/Filter/FlateDecode`, [data]);
  };

  await write(latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'));
  return {
    reserve: () => nextNumber++,
    async addObject(body, number = nextNumber++) {
      pending.push({ number, body });
      if (pending.length === objectsPerStream) await flush();
      return number;
    },
    async addStream(dictionary, data, number = nextNumber++) {
      await writeStream(number, dictionary, data);
      return number;
    },
    async addText(text, dictionary = '') {
      const number = nextNumber++;
      const plain = Buffer.from(text, 'utf8');
      const packed = await deflateAsync(plain, { level: 9 });
      const smaller = packed.byteLength + '/Filter/FlateDecode'.length < plain.byteLength;
      await writeStream(number, `${dictionary}${smaller ? '/Filter/FlateDecode' : ''}`, [smaller ? packed : plain]);
      return number;
    },
    async finish(trailer) {
      await flush();
      const number = nextNumber++;
      const start = position;
      places.set(number, { offset: start });
      const table = await deflateAsync(crossReferences(places, nextNumber), { level: 9 });
      const entries = `/Type/XRef/Size ${nextNumber}/W[1 4 2]/Filter/FlateDecode${trailer}`;
      await writeStream(number, entries, [table]);
      await write(latin1(`startxref\n${start}\n%%EOF\n`));
      await file.close();
    },
    abandon: () => file.close(),
  };
}

/** The bytes of a file, a buffer at a time: each is overwritten by the next. */
async function* readStored({ path, byteLength }: StoredFile, buffer: Buffer): AsyncGenerator<Uint8Array> {
  await using file = await open(path);
  for (let at = 0; at < byteLength; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.byteLength, byteLength - at), at);
    if (bytesRead === 0) throw new Error('A file became shorter while it was read');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Rows of 7 bytes: the kind of place, the offset or container, and the index. */
function crossReferences(places: ReadonlyMap<number, Place>, size: number): Uint8Array {
  const table = Buffer.alloc(size * 7);
  for (const [number, place] of places) {
    const inFile = 'offset' in place;
    table.writeUInt8(inFile ? 1 : 2, number * 7);
    table.writeUInt32BE(inFile ? place.offset : place.container, number * 7 + 1);
    table.writeUInt16BE(inFile ? 0 : place.index, number * 7 + 5);
  }
  table.writeUInt16BE(65_535, 5);
  return table;
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
