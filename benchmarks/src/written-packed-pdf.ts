import { many, type Objects, type PageParts, pageObjects, stream } from './written-pdf.ts';

/** A file whose objects lie in one object stream, so that a great many of them deflate to little; streams stay outside. */
export function packedPdf(objects: Objects): Buffer {
  const numbers = Object.keys(objects).map(Number);
  const container = Math.max(...numbers) + 1;
  const packed = numbers.filter((number) => !objects[number]?.endsWith('endstream'));
  const parts = ['%PDF-1.7\n'];
  let length = parts[0]?.length ?? 0;
  const entries = new Map<number, readonly [type: number, place: number, index: number]>();
  const write = (number: number, text: string) => {
    entries.set(number, [1, length, 0]);
    const part = `${number} 0 obj\n${text}\nendobj\n`;
    parts.push(part);
    length += part.length;
  };
  for (const number of numbers) if (objects[number]?.endsWith('endstream')) write(number, objects[number] ?? '');
  const head: string[] = [];
  let at = 0;
  for (const [index, number] of packed.entries()) {
    entries.set(number, [2, container, index]);
    head.push(`${number} ${at}`);
    at += (objects[number]?.length ?? 0) + 1;
  }
  const first = head.join(' ').length + 1;
  write(
    container,
    stream(
      `${head.join(' ')} ${packed.map((number) => objects[number]).join(' ')}`,
      `/Type/ObjStm/N ${packed.length}/First ${first}`,
    ),
  );
  const rows = Buffer.alloc((container + 2) * 8);
  entries.set(container + 1, [1, length, 0]);
  for (const [number, [type, place, index]] of entries) {
    rows.writeUInt8(type, number * 8);
    rows.writeUInt32BE(place, number * 8 + 1);
    rows.writeUIntBE(index, number * 8 + 5, 3);
  }
  const table = stream(rows.toString('latin1'), `/Type/XRef/Size ${container + 2}/W[1 4 3]/Root 1 0 R`);
  parts.push(`${container + 1} 0 obj\n${table}\nendobj\nstartxref\n${length}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}

/** A document of one page, number 6, whose objects are packed. */
export function packedPage(parts: PageParts): Buffer {
  return packedPdf(pageObjects(parts, 6));
}

/** So many objects, numbered from `first` on. */
export function numbered(count: number, first: number, text: (index: number) => string): Objects {
  return Object.fromEntries(many(count, text).map((value, at) => [first + at, value]));
}

/** References to so many objects, numbered from `first` on. */
export function refs(count: number, first: number): string {
  return many(count, (at) => `${first + at} 0 R`).join(' ');
}
