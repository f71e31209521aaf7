import { createHash, type Hash, hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { createFileOutput, type FileOutput } from './file-output.ts';
import { type Place, packPlaces } from './pack-places.ts';

/** The entries of the trailer of a written file. */
export interface TrailerEntries {
  readonly root: number;
  readonly info: number | null;
  /** The permanent half of `/ID`, kept from the source; a new one when null. */
  readonly permanentId: Uint8Array | null;
}

/**
 * Writes one PDF to a file, object by object, without keeping it in memory. `reserve` returns the number of an object. Write
 * each object once, in any order.
 */
export interface PdfWriter {
  /** Returns the number of an object that will be written. */
  reserve(): number;
  /** `text` is the object in PDF syntax, Latin-1. */
  writeObject(objectNumber: number, text: string): void;
  /** `dictText` is a dictionary without `/Length`, which is added. */
  writeStream(objectNumber: number, dictText: string, contents: StreamContents): void;
  /** Writes the trailer and closes the file; gives its size in bytes. */
  finish(trailer: TrailerEntries): number;
  /** Closes the incomplete file after a failure. Does nothing after `finish`. */
  abandon(): void;
}

/** The data of a stream: in memory, at once or in pieces, or a file that goes in as it is. */
export type StreamContents = Uint8Array | readonly Uint8Array[] | StoredContents;

/** The first bytes of a file. */
export interface StoredContents {
  readonly path: string;
  readonly byteLength: number;
}

/** Objects of one object stream: more compress better, but a reader inflates all of them for any one. */
const defaultObjectsPerStream = 200;

/** Bytes of a stored file that are copied at a time. */
const copyBytes = 256 * 1024;

/** The form of the file that is written. */
export interface PdfWriterSettings {
  /** The version in the header. It is raised to 1.5 if object streams are used, because no earlier version has them. */
  readonly version: string;
  /**
   * Packs objects that are not streams into object streams, and writes the cross-reference as a stream. PDF/A-1 forbids
   * both. Default true.
   */
  readonly objectStreams?: boolean;
  /** Objects in one object stream; by default 200. */
  readonly objectsPerStream?: number;
  /** Deflates object streams and the cross-reference, in the zlib format. By default with zlib at its usual level. */
  readonly deflate?: (bytes: Uint8Array) => Uint8Array;
  /** True if the digest in `/ID` includes the data of streams. Default false, because it takes time for large files. */
  readonly identifiesContents?: boolean;
}

/** Creates a writer for a new file at a path, or for an output of the caller. */
// Long: the methods of one writer share its offsets.
export function createPdfWriter(target: string | FileOutput, settings: PdfWriterSettings): PdfWriter {
  const { version, objectStreams = true, identifiesContents = false } = settings;
  const { objectsPerStream = defaultObjectsPerStream, deflate = deflateQuickly } = settings;
  const output = typeof target === 'string' ? createFileOutput(target) : target;
  const identity = createIdentity();
  const places: (Place | undefined)[] = [[0, 0, 255]];
  let packed: (readonly [objectNumber: number, text: string])[] = [];
  let largest = 0;

  appendText(`%PDF-${objectStreams && version < '1.5' ? '1.5' : version}\n%\u00e2\u00e3\u00cf\u00d3\n`);
  return {
    reserve,
    writeObject(objectNumber, text) {
      if (!objectStreams) return writePlain(objectNumber, text);
      packed.push([objectNumber, text]);
      if (packed.length >= objectsPerStream) flushPacked();
    },
    writeStream,
    finish(trailer) {
      flushPacked();
      if (objectStreams) writeCrossReference(trailer);
      else writeTable(trailer);
      return output.close();
    },
    abandon() {
      output.close();
    },
  };

  function reserve(): number {
    return ++largest;
  }

  function append(bytes: Uint8Array): void {
    if (identifiesContents) identity.addBytes(bytes);
    output.append(bytes);
  }

  function appendText(text: string): void {
    if (identifiesContents) identity.addText(text);
    output.appendText(text);
  }

  function writeStream(objectNumber: number, dictText: string, contents: StreamContents): void {
    places[objectNumber] = [1, output.offset, 0];
    const dict = `${dictText.slice(0, -2)}/Length ${byteLengthOf(contents)}>>`;
    if (!identifiesContents) identity.addText(dict);
    appendText(`${objectNumber} 0 obj\n${dict}stream\n`);
    for (const piece of piecesOf(contents)) append(piece);
    appendText('\nendstream\nendobj\n');
  }

  function writePlain(objectNumber: number, text: string): void {
    places[objectNumber] = [1, output.offset, 0];
    if (!identifiesContents) identity.addText(text);
    appendText(`${objectNumber} 0 obj\n${text}\nendobj\n`);
  }

  function flushPacked(): void {
    if (packed.length === 0) return;
    const container = reserve();
    let index = '';
    let body = '';
    for (const [place, [objectNumber, text]] of packed.entries()) {
      places[objectNumber] = [2, container, place];
      index += `${objectNumber} ${body.length} `;
      body += `${text}\n`;
    }
    const dict = `<</Type/ObjStm/N ${packed.length}/First ${index.length}/Filter/FlateDecode>>`;
    packed = [];
    const contents = deflate(Buffer.from(index + body, 'latin1'));
    if (!identifiesContents) identity.addBytes(contents);
    writeStream(container, dict, contents);
  }

  /** What a trailer says in either kind of cross-reference, besides the size. */
  function trailerText({ root, info, permanentId }: TrailerEntries): string {
    const changing = identity.digest();
    const permanent = permanentId === null ? changing : Buffer.from(permanentId).toString('hex');
    const references = `/Root ${root} 0 R${info === null ? '' : `/Info ${info} 0 R`}`;
    return `${references}/ID[<${permanent}><${changing}>]`;
  }

  function writeTable(trailer: TrailerEntries): void {
    const text = `/Size ${largest + 1}${trailerText(trailer)}`;
    const start = output.offset;
    const entries = Array.from({ length: largest }, (_, index) => {
      const offset = places[index + 1]?.[1];
      return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const table = `xref\n0 ${largest + 1}\n0000000000 65535 f \n${entries.join('')}`;
    appendText(`${table}trailer\n<<${text}>>\nstartxref\n${start}\n%%EOF\n`);
  }

  function writeCrossReference(trailer: TrailerEntries): void {
    const text = trailerText(trailer);
    const start = output.offset;
    const objectNumber = reserve();
    places[objectNumber] = [1, start, 0];
    const { rows, widths, columns } = packPlaces(places, largest + 1);
    const params = `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${columns}>>`;
    const dict = `<</Type/XRef/Size ${largest + 1}/W[${widths.join(' ')}]${text}${params}>>`;
    writeStream(objectNumber, dict, deflate(predictUp(rows, columns)));
    appendText(`startxref\n${start}\n%%EOF\n`);
  }
}

function byteLengthOf(contents: StreamContents): number {
  if (contents instanceof Uint8Array || 'path' in contents) return contents.byteLength;
  return contents.reduce((sum, piece) => sum + piece.byteLength, 0);
}

function piecesOf(contents: StreamContents): Iterable<Uint8Array> {
  if (contents instanceof Uint8Array) return [contents];
  return 'path' in contents ? readStored(contents) : contents;
}

/** The bytes of a file, a buffer at a time: each is overwritten by the next. */
function* readStored({ path, byteLength }: StoredContents): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(copyBytes, byteLength));
    for (let at = 0; at < byteLength; ) {
      const bytesRead = readSync(file, buffer, 0, Math.min(buffer.length, byteLength - at), at);
      if (bytesRead === 0) throw new Error('A file became shorter while it was read');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    closeSync(file);
  }
}

/** The PNG predictor "Up": each row as the difference from the one above. */
function predictUp(rows: Uint8Array, columns: number): Uint8Array {
  const count = rows.length / columns;
  const out = new Uint8Array(rows.length + count);
  for (let row = 0; row < count; row += 1) {
    out[row * (columns + 1)] = 2;
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      out[row * (columns + 1) + 1 + column] = (rows[at] ?? 0) - (row > 0 ? (rows[at - columns] ?? 0) : 0);
    }
  }
  return out;
}

/** zlib sets up 256 KB for each stream by default, which for small ones costs more than compressing them. */
function deflateQuickly(bytes: Uint8Array): Buffer {
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(bytes.length + 1))));
  return deflateSync(bytes, { windowBits, memLevel: Math.min(8, Math.max(1, windowBits - 6)) });
}

/** A digest of what was added so far, in hexadecimal. */
interface Identity {
  /** Latin-1. */
  addText(text: string): void;
  addBytes(bytes: Uint8Array): void;
  digest(): string;
}

/** Text beyond this is hashed incrementally; that of a small file at once, which is faster. */
const hashedAtOnce = 1 << 16;

function createIdentity(): Identity {
  let pending = '';
  let begun: Hash | null = null;
  const flush = (): Hash => {
    begun = (begun ?? createHash('md5')).update(pending, 'latin1');
    pending = '';
    return begun;
  };
  return {
    addText(text) {
      pending += text;
      if (pending.length >= hashedAtOnce) flush();
    },
    addBytes(bytes) {
      flush().update(bytes);
    },
    digest: () => (begun === null ? hash('md5', Buffer.from(pending, 'latin1')) : flush().copy().digest('hex')),
  };
}
