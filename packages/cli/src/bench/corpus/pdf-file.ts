import { zlibSync } from 'fflate';

/** A PDF under construction. Objects are numbered from 1, in the order in which they are added. */
export interface PdfFile {
  /** Adds an object and gives a reference to it, such as `4 0 R`. */
  add(text: string): string;
  /** Adds a stream; `entries` are those of its dictionary besides length and filter. Packed by Flate, unless it has a filter. */
  addStream(data: Uint8Array | string, entries?: string): string;
  /** A reference to an object that is given later. */
  reserve(): string;
  fill(reference: string, text: string): void;
  /** The whole file; the catalog is the object that is named. */
  finish(catalog: string): Buffer;
}

/** Starts an empty PDF. Packed by fflate, which makes the same bytes on each machine, as zlib does not. */
export function createPdfFile(): PdfFile {
  const objects: Buffer[] = [];
  const reserve = () => {
    objects.push(Buffer.alloc(0));
    return `${objects.length} 0 R`;
  };
  const fill = (reference: string, body: string | Buffer) => {
    objects[Number.parseInt(reference, 10) - 1] = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  };
  const add = (body: string | Buffer) => {
    const reference = reserve();
    fill(reference, body);
    return reference;
  };
  return {
    reserve,
    fill,
    add,
    addStream(data, entries = '') {
      const raw = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
      const isPacked = entries.includes('/Filter');
      const bytes = isPacked ? raw : zlibSync(raw, { level: 6 });
      const filter = isPacked ? '' : '/Filter/FlateDecode';
      const head = `<<${entries}${filter}/Length ${bytes.length}>>\nstream\n`;
      return add(Buffer.concat([Buffer.from(head, 'latin1'), bytes, Buffer.from('\nendstream')]));
    },
    finish(catalog) {
      const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
      let length = parts[0]?.length ?? 0;
      const rows = objects.map((body, index) => {
        const row = `${String(length).padStart(10, '0')} 00000 n \n`;
        const object = [Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')];
        parts.push(...object);
        length += object.reduce((total, part) => total + part.length, 0);
        return row;
      });
      const size = objects.length + 1;
      parts.push(
        Buffer.from(
          `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${size}/Root ${catalog}>>\nstartxref\n${length}\n%%EOF\n`,
        ),
      );
      return Buffer.concat(parts);
    },
  };
}
