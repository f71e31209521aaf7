/**
 * A `Content-Disposition: attachment` with the name of a file: a quoted ASCII form for old clients, and the full name (RFC
 * 6266, RFC 8187).
 */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    // Fullwidth slashes and colons have become plain ones.
    .replace(/["\\%/:]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(fileName)}`;
}

/** What RFC 8187 lets stand of a name, and everything else percent-encoded. */
function encodeExtended(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, hex);
}
