import { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { metadataXmp } from '../objects/document-claims.ts';
import type { OpenedPdf } from '../objects/open-pdf.ts';
import { textEntry } from '../objects/typed-entries.ts';

/** The description of a document as its metadata have it. */
interface Description {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  readonly creator: string | null;
  readonly producer: string | null;
  /** As in ISO 8601. */
  readonly created: string | null;
  readonly modified: string | null;
}

/** Writes the metadata of a document anew, with the claim of PDF/A-2b and what its information and its metadata say of it. */
export function conformMetadata(document: OpenedPdf): void {
  const { context, catalog } = document;
  const description = readDescription(document);
  const bytes = Buffer.from(xmpOf(description), 'utf8');
  const dict = context.obj({ Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(PDFRawStream.of(dict, bytes)));
  const info = context.lookup(context.trailerInfo.Info);
  if (!(info instanceof PDFDict)) return;
  // Dates that cannot be read are in no metadata, which have to say the same.
  for (const [key, date] of [
    ['CreationDate', description.created],
    ['ModDate', description.modified],
  ] as const) {
    if (date === null) info.delete(PDFName.of(key));
  }
  info.delete(PDFName.of('Trapped'));
}

function readDescription({ context, catalog }: OpenedPdf): Description {
  const info = context.lookup(context.trailerInfo.Info);
  const xmp = metadataXmp(catalog) ?? '';
  const value = (key: string, property: string) => {
    const said = info instanceof PDFDict ? textEntry(info, key)?.replaceAll('\0', '').trim() : undefined;
    return said !== undefined && said !== '' ? said : propertyOf(xmp, property);
  };
  const date = (key: string, property: string) => isoDate(value(key, property));
  return {
    title: value('Title', 'dc:title'),
    author: value('Author', 'dc:creator'),
    subject: value('Subject', 'dc:description'),
    keywords: value('Keywords', 'pdf:Keywords'),
    creator: value('Creator', 'xmp:CreatorTool'),
    producer: value('Producer', 'pdf:Producer'),
    created: date('CreationDate', 'xmp:CreateDate'),
    modified: date('ModDate', 'xmp:ModifyDate'),
  };
}

/** The text of a property under its customary prefix, an element with or without a list, or an attribute. */
function propertyOf(xmp: string, name: string): string | null {
  const element = new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`).exec(xmp)?.[1];
  const inner = /<rdf:li(?:\s[^>]*)?>([^<]*)<\/rdf:li>/.exec(element ?? '')?.[1] ?? element;
  const text = inner ?? new RegExp(`\\s${name}="([^"]*)"`).exec(xmp)?.[1];
  if (text === undefined || text.includes('<')) return null;
  return unescapeXml(text).trim() || null;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(#x?[0-9a-fA-F]+|\w+);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** `D:20240131120000+01'00'`, or a date as metadata have it, in ISO 8601; null for what is no date. */
function isoDate(text: string | null): string | null {
  if (text === null) return null;
  const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;
  if (iso.test(text)) return Number.isNaN(Date.parse(text)) ? null : text;
  const match = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-]\d\d)'?(\d\d)?)?/.exec(text);
  if (match === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', , zone, zoneMinute = '00'] =
    match;
  const offset = zone === undefined ? 'Z' : `${zone}:${zoneMinute}`;
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
  return Number.isNaN(Date.parse(written)) ? null : written;
}

function xmpOf(description: Description): string {
  const { title, author, subject, keywords, creator, producer, created, modified } = description;
  const text = (name: string, value: string | null) => (value === null ? '' : `<${name}>${escapeXml(value)}</${name}>`);
  const list = (name: string, kind: string, value: string | null, attribute = '') =>
    value === null
      ? ''
      : `<${name}><rdf:${kind}><rdf:li${attribute}>${escapeXml(value)}</rdf:li></rdf:${kind}></${name}>`;
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""' +
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"' +
    ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">' +
    '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>' +
    list('dc:title', 'Alt', title, ' xml:lang="x-default"') +
    list('dc:creator', 'Seq', author) +
    list('dc:description', 'Alt', subject, ' xml:lang="x-default"') +
    text('pdf:Keywords', keywords) +
    text('pdf:Producer', producer) +
    text('xmp:CreatorTool', creator) +
    text('xmp:CreateDate', created) +
    text('xmp:ModifyDate', modified) +
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
  );
}

function escapeXml(text: string): string {
  // Characters that XML does not know, and halves of surrogate pairs.
  const known = [...text]
    .filter((letter) => letter >= ' ' || '\t\n\r'.includes(letter))
    .join('')
    .toWellFormed();
  return known.replace(/[\ufffe\uffff]/g, '').replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
