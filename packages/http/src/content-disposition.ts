/** `attachment` under a file's name: an ASCII form for old clients, and the name itself (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(fileName)}`;
}

/** Percent-encodes what RFC 8187 does not let through and `encodeURIComponent` does. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
