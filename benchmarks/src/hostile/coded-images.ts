/** Coded images that claim much in few bytes: each names what a decoder goes through. */

const u16 = (value: number) => String.fromCharCode((value >> 8) & 255, value & 255);
const u32 = (value: number) => u16(value >>> 16) + u16(value & 65_535);

/** A progressive JPEG of one component whose scans each pass over all its blocks in some bytes. */
export function progressiveJpeg(width: number, height: number, scans: number): string {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // One code, of one bit: the end of 32 767 blocks, whose number follows in 14 bits.
  const runs = Math.ceil(blocks / 32_767);
  const bits = '011111111111111'.repeat(runs).padEnd(Math.ceil((runs * 15) / 8) * 8, '1');
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
  const scan = `\xff\xda\0\x08\x01\x01\0\x01\x3f\0${data.replaceAll('\xff', '\xff\0')}`;
  const huffman = (kind: number, symbol: number) =>
    `\xff\xc4\0\x14${String.fromCharCode(kind)}\x01${'\0'.repeat(15)}${String.fromCharCode(symbol)}`;
  return [
    '\xff\xd8',
    `\xff\xdb\0\x43\0${'\x01'.repeat(64)}`,
    `\xff\xc2\0\x0b\x08${u16(height)}${u16(width)}\x01\x01\x11\0`,
    huffman(0, 0),
    huffman(0x10, 0xe0),
    scan.repeat(scans),
    '\xff\xd9',
  ].join('');
}

/** A JPEG 2000 codestream without image data. */
export function jpeg2000({
  size = 10_000,
  tile = size,
  layers = 1,
  levels = 5,
  precincts = '',
}: {
  readonly size?: number;
  readonly tile?: number;
  readonly layers?: number;
  readonly levels?: number;
  readonly precincts?: string;
}): string {
  const siz = `${u16(0)}${u32(size)}${u32(size)}${u32(0)}${u32(0)}${u32(tile)}${u32(tile)}${u32(0)}${u32(0)}${u16(1)}\x07\x01\x01`;
  const cod = `${precincts === '' ? '\0' : '\x01'}\0${u16(layers)}\0${String.fromCharCode(levels)}\x04\x04\0\x01${precincts}`;
  const qcd = `\x40${'\x40'.repeat(3 * levels + 1)}`;
  const segment = (marker: string, body: string) => `\xff${marker}${u16(body.length + 2)}${body}`;
  const data = '\0'.repeat(20_000);
  return [
    '\xff\x4f',
    segment('\x51', siz),
    segment('\x52', cod),
    segment('\x5c', qcd),
    `${segment('\x90', `${u16(0)}${u32(14 + data.length)}\0\x01`)}\xff\x93${data}`,
    '\xff\xd9',
  ].join('');
}

/** The same in the boxes of a file. */
export function jp2(codestream: string, size = 10_000): string {
  const box = (type: string, body: string) => `${u32(body.length + 8)}${type}${body}`;
  const header = box('ihdr', `${u32(size)}${u32(size)}${u16(1)}\x07\x07\0\0`) + box('colr', `\x01\0\0${u32(17)}`);
  return [
    box('jP  ', '\r\n\x87\n'),
    box('ftyp', `jp2 ${u32(0)}jp2 `),
    box('jp2h', header),
    box('jp2c', codestream),
  ].join('');
}

/** A JBIG2 page of this size and so many regions that each cover it. */
export function jbig2(size: number, regions: number, kind: 'generic' | 'refinement'): string {
  const segment = (type: number, body: string) =>
    `${u32(type)}${String.fromCharCode(type)}\0\x01${u32(body.length)}${body}`;
  const page = segment(48, `${u32(size)}${u32(size)}${u32(0)}${u32(0)}\0${u16(0)}`);
  const place = `${u32(size)}${u32(size)}${u32(0)}${u32(0)}\0`;
  const region =
    kind === 'generic'
      ? segment(38, `${place}\0\x03\xff\xfd\xff\x02\xfe\xfe\xfe\0\0\0\0`)
      : segment(42, `${place}\0\xff\xff\xff\xff\0\0\0\0`);
  return page + region.repeat(regions);
}
