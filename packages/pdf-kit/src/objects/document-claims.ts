import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import { decodeData } from './decode-stream.ts';
import { readXmpProperties, type XmpProperty } from './read-xmp-properties.ts';
import { textEntry } from './typed-entries.ts';

/** What the metadata of a document claim it conforms to. */
export interface DocumentClaims {
  /** Part and conformance of PDF/A, such as `1b` or `4`; null for none. */
  readonly pdfA: string | null;
  /** Version of PDF/X, such as `PDF/X-4` or `PDF/X-1a:2001`; null for none. */
  readonly pdfX: string | null;
  /** Part of PDF/UA, `1` or `2`; null for none. */
  readonly pdfUa: string | null;
  /** Addresses of further standards (PDF Declarations, such as those of WTPDF), sorted. */
  readonly declarations: readonly string[];
  /** The attached file with the data of the electronic invoice or order (Factur-X, ZUGFeRD, Order-X) that it is; null for none. */
  readonly invoice: string | null;
}

export const noClaims: DocumentClaims = { pdfA: null, pdfX: null, pdfUa: null, declarations: [], invoice: null };

/** The namespaces in which a document claims to be an electronic invoice or order. */
const invoicePrefixes: readonly string[] = ['fx', 'zf', 'ferd'] satisfies XmpProperty['prefix'][];

const isOfInvoice = ({ prefix }: XmpProperty) => invoicePrefixes.includes(prefix);

/** The claim of PDF/X in the document information, and often again in the metadata, the more exact entry first. */
export const pdfXEntries = ['GTS_PDFXConformance', 'GTS_PDFXVersion'] as const;

/** Metadata are small; larger ones are not searched, and left as they are. */
const maxMetadataBytes = 16 * 1024 * 1024;

/** The XMP of a document as text; null without one that can be read. */
export function metadataXmp(catalog: PDFDict): string | null {
  const metadata = catalog.lookup(PDFName.of('Metadata'));
  if (!(metadata instanceof PDFStream)) return null;
  const data = decodeData(metadata, { maxBytes: maxMetadataBytes, tolerant: true });
  if (data === null) return null;
  return decodeXmp(Buffer.from(data.bytes));
}

/** XMP is UTF-8 by far the most often, but UTF-16 and UTF-32 are allowed: its first character is `<` or a byte order mark. */
function decodeXmp(bytes: Buffer): string {
  const zeros = [0, 1, 2, 3].map((index) => (bytes[index] === 0 ? '0' : 'x')).join('');
  if (zeros === '00xx' || zeros === '000x') return decodeUtf32(bytes, (offset) => bytes.readUInt32BE(offset));
  if (zeros === 'xx00' || zeros === 'x000') return decodeUtf32(bytes, (offset) => bytes.readUInt32LE(offset));
  if (bytes[0] === 0xff || bytes[1] === 0) return bytes.toString('utf16le');
  if (bytes[0] === 0xfe || bytes[0] === 0) {
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le');
  }
  return bytes.toString('utf8');
}

const highestCodePoint = 0x10ffff;

/** XMP as UTF-8, whatever encoding it was read in. */
export function encodeXmp(text: string): Buffer {
  const utf8 = text.replace(/^\uFEFF/, '').replace(/encoding=(["'])UTF-(?:16|32)(?:BE|LE)?\1/i, '');
  return Buffer.from(utf8, 'utf8');
}

function decodeUtf32(bytes: Buffer, read: (offset: number) => number): string {
  let text = '';
  for (let offset = 0; offset + 4 <= bytes.length; offset += 4) {
    const code = read(offset);
    text += code <= highestCodePoint ? String.fromCodePoint(code) : '\uFFFD';
  }
  return text;
}

/**
 * What a document claims in its XMP, under whatever prefixes it has for the namespaces of claims, and of PDF/X in its
 * document information.
 */
export function readClaims(catalog: PDFDict): DocumentClaims {
  const claims = claimsOfMetadata(catalog);
  return { ...claims, pdfX: pdfXOfInfo(catalog) ?? claims.pdfX };
}

/** Each step of an operation asks for the claims, and metadata may have megabytes; who changes them writes another stream. */
const readBefore = new WeakMap<PDFStream, DocumentClaims>();

function claimsOfMetadata(catalog: PDFDict): DocumentClaims {
  const metadata = catalog.lookup(PDFName.of('Metadata'));
  if (!(metadata instanceof PDFStream)) return noClaims;
  const known = readBefore.get(metadata);
  if (known !== undefined) return known;
  const xmp = metadataXmp(catalog);
  const claims = xmp === null ? noClaims : claimsOf(readXmpProperties(xmp));
  readBefore.set(metadata, claims);
  return claims;
}

function pdfXOfInfo({ context }: PDFDict): string | null {
  const info = context.lookup(context.trailerInfo.Info);
  if (!(info instanceof PDFDict)) return null;
  const [conformance, version] = pdfXEntries.map((key) => textEntry(info, key)?.trim() || null);
  return conformance ?? version ?? null;
}

/** PDF/A-1, PDF/X-1a and PDF/X-3 are based on PDF 1.3 or 1.4, without object streams. */
export function forbidsObjectStreams({ pdfA, pdfX }: DocumentClaims): boolean {
  return pdfA?.startsWith('1') === true || /^PDF\/X-[13]/.test(pdfX ?? '');
}

/**
 * True if a file may have a document information dictionary only because its catalog has private data of applications
 * (`/PieceInfo`), as PDF/A-4 requires (ISO 19005-4, 6.1.3). If that data is removed, the dictionary must be removed, too.
 */
export function isForPrivateData({ catalog }: { readonly catalog: PDFDict }): boolean {
  return catalog.has(PDFName.of('PieceInfo')) && readClaims(catalog).pdfA?.startsWith('4') === true;
}

function claimsOf(properties: readonly XmpProperty[]): DocumentClaims {
  const value = (prefix: XmpProperty['prefix'], name: string) => {
    const found = properties.find((property) => property.prefix === prefix && property.name === name);
    return /^\s*([A-Za-z0-9]+)/.exec(found?.value ?? '')?.[1]?.toLowerCase();
  };
  const part = value('pdfaid', 'part');
  const addresses = properties.filter(({ prefix, name }) => prefix === 'pdfd' && name === 'conformsTo');
  const declarations = addresses.map((property) => property.value.trim()).filter((address) => address !== '');
  return {
    pdfA: part === undefined ? null : part + (value('pdfaid', 'conformance') ?? ''),
    pdfX: properties.find(isPdfXVersion)?.value.trim() ?? null,
    pdfUa: value('pdfuaid', 'part') ?? null,
    declarations: [...new Set(declarations)].sort(),
    invoice: invoiceOf(properties.filter(isOfInvoice)),
  };
}

function invoiceOf(properties: readonly XmpProperty[]): string | null {
  if (properties.length === 0) return null;
  return properties.find(({ name }) => name === 'DocumentFileName')?.value.trim() || 'factur-x.xml';
}

/** `pdfxid` is the namespace of the standard; properties of `pdfx` repeat what the document information says. */
function isPdfXVersion({ prefix, name, value }: XmpProperty): boolean {
  return prefix === 'pdfxid' && name === 'GTS_PDFXVersion' && value.trim() !== '';
}

/** XMP reduced to the claims given; `pdfA` may be a lower conformance level than the one it claims. */
export function withClaims(xmp: string, { pdfA, pdfX, pdfUa, declarations, invoice }: DocumentClaims): string {
  const edits = readXmpProperties(xmp).flatMap((property): readonly Edit[] => {
    const { prefix, name, start, end, value, valueStart } = property;
    const isDropped =
      (prefix === 'pdfaid' && pdfA === null) ||
      (prefix === 'pdfaid' && name === 'conformance' && pdfA?.length === 1) ||
      (prefix === 'pdfxid' && pdfX === null) ||
      (prefix === 'pdfx' && pdfX === null && pdfXEntries.some((key) => key === name)) ||
      (prefix === 'pdfuaid' && pdfUa === null) ||
      (invoice === null && isOfInvoice(property)) ||
      (prefix === 'pdfd' && name === 'declarations' && declarations.length === 0);
    if (isDropped) return [{ start, end, text: '' }];
    const isWeakened = prefix === 'pdfaid' && name === 'conformance' && pdfA !== null && value.trim() !== '';
    return isWeakened ? [{ start: valueStart, end: valueStart + value.length, text: pdfA.slice(1).toUpperCase() }] : [];
  });
  return withEdits(xmp, edits);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Of nested edits, the outer one applies. */
function withEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((one, other) => one.start - other.start || other.end - one.end);
  let result = '';
  let at = 0;
  for (const edit of ordered) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}
