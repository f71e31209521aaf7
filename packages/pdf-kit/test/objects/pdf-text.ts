/** A PDF put together from objects in PDF syntax, with a correct cross-reference table: small files for tests. */
export function pdfText(objects: Readonly<Record<number, string>>, trailer = ''): Buffer {
  let body = '%PDF-1.7\n';
  const offsets = new Map<number, number>();
  for (const [objectNumber, text] of Object.entries(objects)) {
    offsets.set(Number(objectNumber), body.length);
    body += `${objectNumber} 0 obj\n${text}\nendobj\n`;
  }
  const size = Math.max(...offsets.keys()) + 1;
  const entries = Array.from({ length: size }, (_, objectNumber) => {
    const offset = offsets.get(objectNumber);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${size}\n${entries.join('')}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\n`;
  return Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n`, 'latin1');
}

/** Catalog, page tree and one page, for files that are about something else. */
export const onePage = {
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>',
  4: '<</Length 3>>\nstream\nq Q\nendstream',
} as const;
