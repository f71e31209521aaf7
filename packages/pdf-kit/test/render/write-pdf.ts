import { deflateSync } from 'node:zlib';

/** The parts of a small PDF that a test decides about, all in PDF syntax. */
export interface PdfParts {
  /** Content of each page; one page of no content by default. */
  readonly pages?: readonly string[];
  /** Entries of every page besides the usual ones; a MediaBox of 100 × 50 points unless given here. */
  readonly page?: string;
  readonly resources?: string;
  /** Entries of the catalog. */
  readonly catalog?: string;
  /** Further objects, by number from 100 on. */
  readonly objects?: Readonly<Record<number, string>>;
  readonly trailer?: string;
  /** Packs all objects but the streams into an object stream. */
  readonly packed?: boolean;
}

/** Writes a PDF by hand, so that a test says exactly what is in it. */
export function writePdf(parts: PdfParts = {}): Uint8Array {
  const pages = parts.pages ?? [''];
  const mediaBox = parts.page?.includes('/MediaBox') ? '' : '/MediaBox[0 0 100 50]';
  const objects: Record<number, string> = {
    1: `<</Type/Catalog/Pages 2 0 R${parts.catalog ?? ''}>>`,
    2: `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${10 + 2 * index} 0 R`).join(' ')}]>>`,
    ...parts.objects,
  };
  for (const [index, content] of pages.entries()) {
    const number = 10 + 2 * index;
    objects[number] =
      `<</Type/Page/Parent 2 0 R${mediaBox}/Resources<<${parts.resources ?? ''}>>/Contents ${number + 1} 0 R${parts.page ?? ''}>>`;
    objects[number + 1] = stream('', content);
  }
  return parts.packed ? writePacked(objects) : writePlain(objects, parts.trailer ?? '');
}

/** A stream object in PDF syntax. */
export function stream(entries: string, data: string): string {
  return `<<${entries}/Length ${data.length}>>stream\n${data}\nendstream`;
}

function writePlain(objects: Readonly<Record<number, string>>, trailer: string): Uint8Array {
  let file = '%PDF-1.7\n';
  const rows = ['0000000000 65535 f \n'];
  const numbers = Object.keys(objects).map(Number);
  for (let number = 1; number <= Math.max(...numbers); number++) {
    rows.push(
      objects[number] === undefined ? '0000000000 65535 f \n' : `${String(file.length).padStart(10, '0')} 00000 n \n`,
    );
    if (objects[number] !== undefined) file += `${number} 0 obj\n${objects[number]}\nendobj\n`;
  }
  const start = file.length;
  file += `xref\n0 ${rows.length}\n${rows.join('')}trailer\n<</Size ${rows.length}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function writePacked(objects: Readonly<Record<number, string>>): Uint8Array {
  const entries = Object.entries(objects).map(([number, body]) => ({ number: Number(number), body }));
  const loose = entries.filter(({ body }) => body.includes('stream'));
  const packed = entries.filter(({ body }) => !body.includes('stream'));
  const container = Math.max(...entries.map(({ number }) => number)) + 1;
  const table = Buffer.alloc((container + 2) * 5);
  const place = (number: number, kind: number, at: number, index: number) => {
    table.writeUInt8(kind, number * 5);
    table.writeUInt16BE(at, number * 5 + 1);
    table.writeUInt16BE(index, number * 5 + 3);
  };
  let offset = 0;
  const index = packed.map(({ number, body }, position) => {
    place(number, 2, container, position);
    const entry = `${number} ${offset}`;
    offset += body.length + 1;
    return entry;
  });
  const header = `${index.join(' ')}\n`;
  const data = deflateSync(Buffer.from(header + packed.map(({ body }) => body).join(' '), 'latin1')).toString('latin1');
  let file = '%PDF-1.7\n';
  for (const { number, body } of loose) {
    place(number, 1, file.length, 0);
    file += `${number} 0 obj\n${body}\nendobj\n`;
  }
  place(container, 1, file.length, 0);
  const first = `/Type/ObjStm/N ${packed.length}/First ${header.length}/Filter/FlateDecode`;
  file += `${container} 0 obj\n${stream(first, data)}\nendobj\n`;
  const start = file.length;
  place(container + 1, 1, start, 0);
  const rows = `/Type/XRef/Size ${container + 2}/W[1 2 2]/Root 1 0 R`;
  file += `${container + 1} 0 obj\n${stream(rows, table.toString('latin1'))}\nendobj\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
