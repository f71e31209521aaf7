/**
 * XML without the elements of a name and their contents. Linear in its length, unlike a regular expression, which would
 * search to the end of a packet once for each start tag without an end tag.
 */
export function withoutElements(xml: string, name: string): string {
  let result = '';
  let kept = 0;
  for (let start = xml.indexOf(`<${name}`); start >= 0; start = xml.indexOf(`<${name}`, start + 1)) {
    if (start < kept || /[\w:.-]/.test(xml.charAt(start + name.length + 1))) continue;
    const end = elementEnd(xml, name, start);
    if (end === null) break;
    result += xml.slice(kept, start);
    kept = end;
  }
  return result + xml.slice(kept);
}

/** Past the element that begins at `start`; null when it has no end. */
function elementEnd(xml: string, name: string, start: number): number | null {
  const tagEnd = xml.indexOf('>', start);
  if (tagEnd < 0) return null;
  if (xml.charAt(tagEnd - 1) === '/') return tagEnd + 1;
  const closing = xml.indexOf(`</${name}`, tagEnd);
  const end = closing < 0 ? -1 : xml.indexOf('>', closing);
  return end < 0 ? null : end + 1;
}
