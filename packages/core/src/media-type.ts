/** The media types that Platen recognizes by content. */
export type MediaType =
  | 'application/pdf'
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/avif'
  | 'image/heic'
  | 'image/jp2'
  | 'image/tiff'
  | 'image/gif'
  | 'image/svg+xml'
  | 'image/bmp'
  | 'text/plain';

/** What people call each media type. */
export const mediaTypeNames: Readonly<Record<MediaType, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/heic': 'HEIC',
  'image/jp2': 'JPEG 2000',
  'image/tiff': 'TIFF',
  'image/gif': 'GIF',
  'image/svg+xml': 'SVG',
  'image/bmp': 'BMP',
  'text/plain': 'text',
};

/** Number of bytes from the start of a file that `detectMediaType` needs. */
export const detectionBytes = 4096;

/**
 * Detects the type of a file from its first bytes, never from its name. Null if the type is unknown. The header of a PDF may
 * be anywhere in the first 1024 bytes (ISO 32000-2, annex H of 1.7).
 */
export function detectMediaType(head: Uint8Array): MediaType | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, detectionBytes)).toString('latin1');
  if (text.slice(0, 1024 + 5).includes('%PDF-')) return 'application/pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (/^(II\*\0|MM\0\*|II\+\0|MM\0\+)/.test(text)) return 'image/tiff';
  if (text.slice(4, 8) === 'ftyp') return detectIsoImage(text);
  if (isJpeg2000(text)) return 'image/jp2';
  if (isBmp(text, head)) return 'image/bmp';
  if (isSvg(isUtf16(text) ? text.replaceAll('\0', '') : text)) return 'image/svg+xml';
  return isText(text) ? 'text/plain' : null;
}

/** The brands of an ISO base media file: the major one, then the compatible ones. */
function detectIsoImage(text: string): MediaType | null {
  const boxBytes = Math.min(text.length, text.charCodeAt(2) * 256 + text.charCodeAt(3));
  const brands = [text.slice(8, 12), ...(text.slice(16, boxBytes).match(/.{4}/gs) ?? [])];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  return brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? 'image/heic' : null;
}

/** A JP2 file begins with its signature box, a bare codestream with its first two markers (ISO/IEC 15444-1, A.4 and I.5.1). */
function isJpeg2000(text: string): boolean {
  return text.startsWith('\0\0\0\x0cjP  \r\n\x87\n') || text.startsWith('\xff\x4f\xff\x51');
}

/** "BM" alone is two letters of text; the size of the information header settles it. */
function isBmp(text: string, head: Uint8Array): boolean {
  if (!text.startsWith('BM') || head.byteLength < 18) return false;
  const headerBytes = new DataView(head.buffer, head.byteOffset).getUint32(14, true);
  return [12, 40, 52, 56, 64, 108, 124].includes(headerBytes);
}

function isSvg(text: string): boolean {
  const markup = text
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*(\[[^\]]*\])?>/gi, '');
  return /^\s*<svg[\s>]/i.test(markup);
}

function isUtf16(text: string): boolean {
  return text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff');
}

/**
 * Text in any encoding has no control characters but tabs and breaks; UTF-16, which is full of zeros, has a byte order mark.
 * What the text means is for the operation to find out: nothing but its name tells CSV from prose.
 */
function isText(text: string): boolean {
  if (isUtf16(text)) return true;
  return text !== '' && !/[^\P{Cc}\t\n\f\r\u0080-\u009f]/u.test(text);
}
