import type { PdfWriter, TrailerEntries } from '@platen/pdf-kit/objects';
import { addObject, writeText } from './write-text.ts';

interface DocumentFacts {
  /** Object number of the page tree. */
  readonly tree: number;
  readonly title: string;
  readonly language: string;
}

const producer = 'Platen';

/** Writes catalog, information dictionary and metadata; returns what the trailer says of them. */
export async function documentEntries(
  file: PdfWriter,
  { tree, title, language }: DocumentFacts,
): Promise<TrailerEntries> {
  const date = new Date();
  const metadata = await writeText(file, xmp(title, language, date), '/Type/Metadata/Subtype/XML');
  const root = addObject(
    file,
    `<</Type/Catalog/Pages ${tree} 0 R/Lang(${language})/Metadata ${metadata} 0 R/ViewerPreferences<</DisplayDocTitle true>>>>`,
  );
  const info = addObject(
    file,
    `<</Title${textString(title)}/Producer(${producer})/CreationDate(D:${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z)>>`,
  );
  return { root, info, permanentId: null };
}

/** ASCII as it is, anything else as UTF-16 (ISO 32000-1, 7.9.2.2). */
function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

function xmp(title: string, language: string, date: Date): string {
  const escaped = title.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""' +
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">' +
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped}</rdf:li></rdf:Alt></dc:title>` +
    `<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>` +
    `<xmp:CreateDate>${date.toISOString().slice(0, 19)}Z</xmp:CreateDate><pdf:Producer>${producer}</pdf:Producer>` +
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
  );
}
