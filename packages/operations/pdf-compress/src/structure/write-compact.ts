import { createHash } from 'node:crypto';
import { type SerializeSettings, serializeObject, serializeStreamDict, walkObjects } from '@platen/pdf-kit/objects';
import { type PDFContext, PDFDict, PDFName, type PDFObject, type PDFRef, PDFStream } from '@platen/pdf-kit/pdf-lib';
import { deflateOptimally } from '../deflate/deflate-optimally.ts';
import { type Place, packPlaces } from './pack-places.ts';

export interface CompactOptions {
  readonly context: PDFContext;
  /** The version in the header; raised to 1.5, the first with object streams, if these are used. */
  readonly version: string;
  /** PDF/A-1 is PDF 1.4: it has neither object nor cross-reference streams. */
  readonly objectStreams: boolean;
  /** Whether unreferenced objects are written too. */
  readonly keepUnreferenced: boolean;
}

/** Objects per object stream. More compress better, but a reader inflates all of them to read one. */
const objectsPerStream = 2000;

/**
 * Writes a document in as few bytes as the format allows: reachable objects, renumbered without gaps, sorted by kind in object
 * streams, and a cross-reference stream with a predictor.
 */
export function writeCompact(options: CompactOptions): Uint8Array {
  const { context, objectStreams } = options;
  const refs = orderedRefs(options);
  const numbers = new Map(refs.map((ref, index) => [ref, index + 1]));
  const settings: SerializeSettings = { numberOf: (ref) => numbers.get(ref) ?? null, shortStrings: true };
  const output = createOutput(headerOf(options));
  const packed: { readonly objectNumber: number; readonly text: string }[] = [];
  for (const ref of refs) {
    const object = context.lookup(ref);
    const objectNumber = numbers.get(ref) ?? 0;
    if (object === undefined) continue;
    if (object instanceof PDFStream)
      output.addStream(objectNumber, serializeStreamDict(object, settings), object.getContents());
    else if (objectStreams) packed.push({ objectNumber, text: serializeObject(object, settings) });
    else output.addObject(objectNumber, serializeObject(object, settings));
  }
  let next = refs.length + 1;
  for (let start = 0; start < packed.length; start += objectsPerStream) {
    output.addObjectStream(next++, packed.slice(start, start + objectsPerStream));
  }
  const trailer = trailerText(context, settings.numberOf, output.digest());
  return objectStreams ? output.finishWithStream(next, trailer) : output.finishWithTable(next, trailer);
}

function headerOf({ version, objectStreams }: CompactOptions): string {
  const written = objectStreams && version < '1.5' ? '1.5' : version;
  return `%PDF-${written}\n%\u00e2\u00e3\u00cf\u00d3\n`;
}

/** Sorts objects by kind, since those of one kind compress well together. */
function orderedRefs({ context, keepUnreferenced }: CompactOptions): readonly PDFRef[] {
  const { Root, Info } = context.trailerInfo;
  const refs: PDFRef[] = [];
  const roots = [Root, Info].filter((root): root is PDFObject => root !== undefined);
  walkObjects(context, roots, (ref) => refs.push(ref) > 0);
  if (keepUnreferenced) {
    const reached = new Set(refs);
    for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) refs.push(ref);
  }
  const kinds = new Map(refs.map((ref) => [ref, kindOf(context.lookup(ref))]));
  return refs.sort((one, other) => compare(kinds.get(one) ?? '', kinds.get(other) ?? ''));
}

function kindOf(object: PDFObject | undefined): string {
  if (object instanceof PDFStream) return '~';
  if (!(object instanceof PDFDict)) return object?.constructor.name ?? '';
  const type = object.get(PDFName.Type);
  const subtype = object.get(PDFName.of('Subtype')) ?? object.get(PDFName.of('S'));
  return `${type instanceof PDFName ? type.asString() : '/'}${subtype instanceof PDFName ? subtype.asString() : ''}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The first half of the file identifier is permanent; the second one changes with the content. */
function trailerText(context: PDFContext, numberOf: (ref: PDFRef) => number | null, digest: string): string {
  const { Root, Info, ID } = context.trailerInfo;
  const entry = (key: string, value: PDFObject | undefined) =>
    value === undefined ? '' : `/${key} ${serializeObject(value, { numberOf })}`;
  const id = context.lookup(ID);
  const first = id === undefined ? null : /^\[\s*(<[0-9a-fA-F]*>)/.exec(serializeObject(id, { numberOf }))?.[1];
  return `${entry('Root', Root)}${entry('Info', Info)}/ID[${first ?? `<${digest}>`}<${digest}>]`;
}

function createOutput(header: string) {
  const chunks: Uint8Array[] = [];
  const hash = createHash('md5');
  const places: Place[] = [[0, 0, 255]];
  let offset = 0;
  const append = (bytes: Uint8Array) => {
    chunks.push(bytes);
    hash.update(bytes);
    offset += bytes.length;
  };
  const appendText = (text: string) => append(Buffer.from(text, 'latin1'));
  appendText(header);

  function addObject(objectNumber: number, text: string): void {
    places[objectNumber] = [1, offset, 0];
    appendText(`${objectNumber} 0 obj\n${text}\nendobj\n`);
  }

  /** `dict` is a dictionary without `Length`. */
  function addStream(objectNumber: number, dict: string, contents: Uint8Array): void {
    places[objectNumber] = [1, offset, 0];
    appendText(`${objectNumber} 0 obj\n${dict.slice(0, -2)}/Length ${contents.length}>>stream\n`);
    append(contents);
    appendText('\nendstream\nendobj\n');
  }

  return {
    addObject,
    addStream,
    digest: () => hash.copy().digest('hex'),
    addObjectStream(container: number, objects: readonly { readonly objectNumber: number; readonly text: string }[]) {
      let index = '';
      let body = '';
      objects.forEach(({ objectNumber, text }, place) => {
        places[objectNumber] = [2, container, place];
        index += `${objectNumber} ${body.length} `;
        body += `${text}\n`;
      });
      const dict = `<</Type/ObjStm/N ${objects.length}/First ${index.length}/Filter/FlateDecode>>`;
      addStream(container, dict, deflateOptimally(Buffer.from(index + body, 'latin1')));
    },
    finishWithStream(objectNumber: number, trailer: string): Uint8Array {
      const start = offset;
      places[objectNumber] = [1, start, 0];
      const { rows, widths } = packPlaces(places);
      const columns = widths.reduce((sum, width) => sum + width, 0);
      const params = `/DecodeParms<</Predictor 12/Columns ${columns}>>`;
      const dict = `<</Type/XRef/Size ${places.length}/W[${widths.join(' ')}]${trailer}/Filter/FlateDecode${params}>>`;
      addStream(objectNumber, dict, deflateOptimally(predictUp(rows, columns)));
      appendText(`startxref\n${start}\n%%EOF\n`);
      return Buffer.concat(chunks);
    },
    finishWithTable(size: number, trailer: string): Uint8Array {
      const start = offset;
      const rows = places.map(([kind, first]) =>
        kind === 0 ? '0000000000 65535 f \n' : `${String(first).padStart(10, '0')} 00000 n \n`,
      );
      appendText(`xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
      return Buffer.concat(chunks);
    },
  };
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
