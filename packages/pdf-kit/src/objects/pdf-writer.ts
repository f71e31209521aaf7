import { createHash, type Hash, hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { createFileOutput, type FileOutput } from './file-output.ts';

/** What the trailer of a written file says. */
export interface TrailerEntries {
  readonly root: number;
  readonly info: number | null;
  /** The permanent half of `/ID`, kept from the source; a new one when null. */
  readonly permanentId: Uint8Array | null;
}

/**
 * Writes one PDF to a file, object by object, without holding it. Numbers come from `reserve`; each is written once, in
 * any order.
 */
export interface PdfWriter {
  /** The number of an object to come. */
  reserve(): number;
  /** `text` is the object in PDF syntax, Latin-1. */
  writeObject(objectNumber: number, text: string): void;
  /** `dictText` is a dictionary without `/Length`, which is added. */
  writeStream(objectNumber: number, dictText: string, contents: Uint8Array): void;
  /** Writes the trailer and closes the file; gives its size in bytes. */
  finish(trailer: TrailerEntries): number;
  /** Closes the file as it is, after a failure. Does nothing once finished. */
  abandon(): void;
}

/** Objects of one object stream: more compress better, but a reader inflates all of them for any one. */
const objectsPerStream = 200;

/** A cross-reference below this is not worth compressing. */
const smallTableBytes = 400;

/** The form of the file that is written. */
export interface PdfWriterSettings {
  /** Of the header; raised to 1.5, the first with object streams, where those are used. */
  readonly version: string;
  /**
   * Packs what is not a stream into object streams, and writes the cross-reference as a stream. Default true; PDF/A-1
   * forbids both.
   */
  readonly objectStreams?: boolean;
}

type Place = readonly [type: 1, offset: number, generation: 0] | readonly [type: 2, container: number, index: number];

/** A writer for a new file at a path, or to an output of the caller's. */
// Long: the methods of one writer share its offsets.
export function createPdfWriter(
  target: string | FileOutput,
  { version, objectStreams = true }: PdfWriterSettings,
): PdfWriter {
  const output = typeof target === 'string' ? createFileOutput(target) : target;
  const identity = createIdentity();
  const places: (Place | undefined)[] = [];
  let packed: (readonly [objectNumber: number, text: string])[] = [];
  let largest = 0;

  output.appendText(`%PDF-${objectStreams && version < '1.5' ? '1.5' : version}\n%\u00e2\u00e3\u00cf\u00d3\n`);
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

  function writeStream(objectNumber: number, dictText: string, contents: Uint8Array): void {
    places[objectNumber] = [1, output.offset, 0];
    const dict = `${dictText.slice(0, -2)}/Length ${contents.length}>>`;
    identity.add(dict);
    output.appendText(`${objectNumber} 0 obj\n${dict}stream\n`);
    output.append(contents);
    output.appendText('\nendstream\nendobj\n');
  }

  function writePlain(objectNumber: number, text: string): void {
    places[objectNumber] = [1, output.offset, 0];
    identity.add(text);
    output.appendText(`${objectNumber} 0 obj\n${text}\nendobj\n`);
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
    identity.add(contents.toString('latin1'));
    writeStream(container, dict, contents);
  }

  /** What a trailer says in either kind of cross-reference. */
  function trailerText({ root, info, permanentId }: TrailerEntries): string {
    const changing = identity.digest();
    const permanent = permanentId === null ? changing : Buffer.from(permanentId).toString('hex');
    const references = `/Root ${root} 0 R${info === null ? '' : `/Info ${info} 0 R`}`;
    return `/Size ${largest + 1}${references}/ID[<${permanent}><${changing}>]`;
  }

  function writeTable(trailer: TrailerEntries): void {
    const start = output.offset;
    const entries = Array.from({ length: largest }, (_, index) => {
      const offset = places[index + 1]?.[1];
      return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const table = `xref\n0 ${largest + 1}\n0000000000 65535 f \n${entries.join('')}`;
    output.appendText(`${table}trailer\n<<${trailerText(trailer)}>>\nstartxref\n${start}\n%%EOF\n`);
  }

  function writeCrossReference(trailer: TrailerEntries): void {
    const start = output.offset;
    const objectNumber = reserve();
    places[objectNumber] = [1, start, 0];
    const offsetBytes = start < 0x1000000 ? 3 : start < 0x100000000 ? 4 : 6;
    const table = packPlaces(offsetBytes);
    const isSmall = table.length < smallTableBytes;
    const dict = `<</Type/XRef/W[1 ${offsetBytes} 2]${trailerText(trailer)}${isSmall ? '' : '/Filter/FlateDecode'}>>`;
    writeStream(objectNumber, dict, isSmall ? table : deflate(table));
    output.appendText(`startxref\n${start}\n%%EOF\n`);
  }

  function packPlaces(offsetBytes: number): Buffer {
    const width = 3 + offsetBytes;
    const table = Buffer.alloc((largest + 1) * width);
    table.writeUInt16BE(0xffff, 1 + offsetBytes);
    for (const [objectNumber, place] of places.entries()) {
      if (place === undefined) continue;
      const start = objectNumber * width;
      table.writeUInt8(place[0], start);
      table.writeUIntBE(place[1], start + 1, offsetBytes);
      table.writeUInt16BE(place[2], start + 1 + offsetBytes);
    }
    return table;
  }
}

/** zlib sets up 256 KB for each stream by default, which for small ones costs more than compressing them. */
function deflate(bytes: Uint8Array): Buffer {
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(bytes.length + 1))));
  return deflateSync(bytes, { windowBits, memLevel: Math.min(8, Math.max(1, windowBits - 6)) });
}

/** A digest of what was added so far, in hexadecimal. */
interface Identity {
  add(text: string): void;
  digest(): string;
}

/** Text beyond this is hashed incrementally; that of a small file at once, which is faster. */
const hashedAtOnce = 1 << 16;

function createIdentity(): Identity {
  let pending = '';
  let begun: Hash | null = null;
  return {
    add(text) {
      pending += text;
      if (pending.length < hashedAtOnce) return;
      begun = (begun ?? createHash('md5')).update(pending, 'latin1');
      pending = '';
    },
    digest() {
      return begun === null ? hash('md5', pending) : begun.copy().update(pending, 'latin1').digest('hex');
    },
  };
}
