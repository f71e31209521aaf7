/** An SVG in UTF-16, which its byte order mark tells (XML 1.0, 4.3.3), in UTF-8; any other as it is: its encoding has ASCII in it. */
export function svgInUtf8(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  if (!isLittle && !(first === 0xfe && second === 0xff)) return bytes;
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes);
  return Buffer.from(text.replace(/^(<\?xml[^>]*?)\sencoding\s*=\s*(?:"[^"]*"|'[^']*')/, '$1'));
}
