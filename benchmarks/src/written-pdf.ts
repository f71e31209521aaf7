import { deflateSync } from 'node:zlib';

/** The objects of a file by their numbers, as PDF has them. */
export type Objects = Record<number, string>;

export interface PageParts {
  readonly catalog?: string;
  readonly page?: string;
  readonly resources?: string;
  readonly content?: string;
  readonly objects?: Objects;
}

export const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
export const shownText = 'BT /F 9 Tf 50 700 Td (Text) Tj ET';

/** So many pieces. */
export function many(count: number, text: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => text(at));
}

/** Numbers without order below a bound, the same in each run. */
export function scattered(): (within: number) => string {
  let seed = 7;
  return (within) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return ((within * seed) / 2_147_483_647).toFixed(1);
  };
}

/** A compressed stream; compressed again and again on request. */
export function stream(data: string, entries = '', times = 1): string {
  let body: Buffer = Buffer.from(data, 'latin1');
  for (let time = 0; time < times; time += 1) body = deflateSync(body, { level: 9 });
  const filter = times === 1 ? '/FlateDecode' : `[${'/FlateDecode'.repeat(times)}]`;
  return `<<${entries}/Filter${filter}/Length ${body.length}>>\nstream\n${body.toString('latin1')}\nendstream`;
}

/** The objects of a document of one page, which has this number, and further ones. */
export function pageObjects(
  { catalog = '', page = '', resources = '', content = shownText, objects = {} }: PageParts,
  number: number,
): Objects {
  return {
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: `<</Type/Pages/Kids[${number} 0 R]/Count 1>>`,
    [number]: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>${page}>>`,
    4: stream(content),
    5: font,
    ...objects,
  };
}

/** A document of one page and further objects from number 10 on. */
export function onePage(parts: PageParts): Buffer {
  return pdf(pageObjects(parts, 3));
}

/** A file of these objects, the first of which is the catalog. */
export function pdf(objects: Objects, trailer = ''): Buffer {
  const parts = ['%PDF-1.7\n'];
  let length = parts[0]?.length ?? 0;
  const rows: string[] = [];
  const size = Math.max(...Object.keys(objects).map(Number)) + 1;
  for (let number = 0; number < size; number += 1) {
    const text = objects[number];
    rows.push(text === undefined ? '0000000000 65535 f \n' : `${String(length).padStart(10, '0')} 00000 n \n`);
    if (text === undefined) continue;
    const part = `${number} 0 obj\n${text}\nendobj\n`;
    parts.push(part);
    length += part.length;
  }
  parts.push(
    `xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}
