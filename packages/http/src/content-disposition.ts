import { encodeExtended } from 'content-disposition';

/**
 * `attachment` under a file's name: an ASCII form for old clients, always quoted, and always the name itself beside it
 * (RFC 6266, RFC 8187).
 */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=${encodeExtended(fileName.toWellFormed())}`;
}
