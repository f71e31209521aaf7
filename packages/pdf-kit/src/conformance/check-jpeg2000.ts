/** What keeps the data of a JPEG 2000 image out of PDF/A (ISO 19005-2, 6.2.8.3); null for nothing. */
export function jpeg2000Problem(bytes: Uint8Array): string | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const header = boxes(file).find(({ type }) => type === 'jp2h')?.body;
  if (header === undefined) return 'a JPEG 2000 image without a header for its colours';
  const inner = boxes(header);
  const image = inner.find(({ type }) => type === 'ihdr')?.body;
  if (image === undefined || image.length < 14) return 'a damaged JPEG 2000 image';
  const channels = image.readUInt16BE(8);
  if (channels !== 1 && channels !== 3 && channels !== 4) return `a JPEG 2000 image of ${channels} channels`;
  const [depth = 0] = image.subarray(10);
  // 255: the depths are in a box of their own.
  if (depth === 255 || (depth & 0x7f) + 1 > maxDepth) return 'a JPEG 2000 image of several bit depths';
  const colors = inner.filter(({ type }) => type === 'colr').map(({ body }) => body);
  const exact = colors.filter((body) => body[2] === 1);
  if (colors.length === 0 || (colors.length > 1 && exact.length !== 1))
    return 'a JPEG 2000 image that does not define its colours';
  const [used] = colors.length > 1 ? exact : colors;
  const isKnown =
    used !== undefined &&
    (used[0] === 2 || used[0] === 3 || (used[0] === 1 && knownSpaces.has(used.subarray(3, 7).readUInt32BE())));
  return isKnown ? null : 'a JPEG 2000 image of a colour space that PDF/A forbids';
}

const maxDepth = 38;
/** CMYK, sRGB, grey, sYCC. */
const knownSpaces = new Set([12, 16, 17, 18]);

/** The boxes of a file, or those in a box (ISO/IEC 15444-1, I.4); nothing behind a damaged one. */
function boxes(bytes: Buffer): readonly { readonly type: string; readonly body: Buffer }[] {
  const found: { readonly type: string; readonly body: Buffer }[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const isLong = bytes.readUInt32BE(at) === 1;
    if (isLong && at + 16 > bytes.length) break;
    const said = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at);
    const length = said === 0 ? bytes.length - at : said;
    const head = isLong ? 16 : 8;
    if (length < head) break;
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + head, at + length) });
    at += length;
  }
  return found;
}
