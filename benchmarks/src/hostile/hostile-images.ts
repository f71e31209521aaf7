import { crc32, deflateSync } from 'node:zlib';
import { writeTags } from '../written-tiff.ts';
import { jp2, jpeg2000, progressiveJpeg } from './coded-images.ts';
import type { HostileFile } from './hostile-pdfs.ts';

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join('');
const svg = (body: string, entries = 'width="1000" height="1000"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${entries}>${body}</svg>`,
  );

const bytes = (text: string) => Buffer.from(text, 'latin1');
const embedded = (inner: Buffer) => `data:image/svg+xml;base64,${inner.toString('base64')}`;

function png(width: number, height: number, interlaced: boolean, before: readonly [string, Buffer][] = []): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8 + body.length);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), 4 + body.length);
    return frame;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, interlaced ? 1 : 0], 8);
  const data = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...before.map(([type, body]) => chunk(type, body)),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Pages that share one strip, and go in a circle if they should. */
function tiff(
  pages: number,
  [width, height]: readonly [number, number],
  compression: number,
  strip: Buffer,
  circle = false,
): Buffer {
  const tags = [
    [256, width],
    [257, height],
    [258, 8],
    [259, compression],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, strip.length],
  ] as const;
  const pageBytes = 2 + tags.length * 12 + 4;
  const first = 8 + strip.length + (strip.length % 2);
  const file = Buffer.alloc(first + pages * pageBytes);
  file.write('II*\0', 0, 'latin1');
  file.writeUInt32LE(first, 4);
  strip.copy(file, 8);
  for (let page = 0; page < pages; page += 1) {
    const start = first + page * pageBytes;
    writeTags(file, start, tags);
    const next = page + 1 < pages ? start + pageBytes : circle ? first : 0;
    file.writeUInt32LE(next, start + pageBytes - 4);
  }
  return file;
}

/** One frame of one pixel, again and again, on a screen of this size. */
function gif(frames: number, width: number, height: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('\x21\xf9\x04\0\x01\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** By what they aim at: sharing and nesting in SVG, and pictures that claim much. */
export const hostileImages: readonly HostileFile[] = [
  {
    name: 'uses of uses',
    extension: 'svg',
    make: () =>
      svg(
        `<defs><rect id="u0" width="9" height="9"/>${many(12, (at) => `<g id="u${at + 1}">${`<use xlink:href="#u${at}"/>`.repeat(12)}</g>`)}</defs><use xlink:href="#u12"/>`,
      ),
  },
  {
    name: 'a use of itself',
    extension: 'svg',
    make: () => svg('<g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/><use xlink:href="#a"/></g>'),
  },
  { name: 'groups 20 000 deep', extension: 'svg', make: () => svg(`${'<g>'.repeat(12_000)}${'</g>'.repeat(12_000)}`) },
  {
    name: 'opacities in each other',
    extension: 'svg',
    make: () =>
      svg(
        `${'<g opacity=".9">'.repeat(250)}<rect width="999" height="999"/>${'</g>'.repeat(250)}`,
        'width="9000" height="9000"',
      ),
  },
  {
    name: 'blurs',
    extension: 'svg',
    make: () =>
      svg(
        `<filter id="f">${'<feGaussianBlur stdDeviation="500"/>'.repeat(500)}</filter>${'<rect width="9000" height="9000" filter="url(#f)"/>'.repeat(500)}`,
        'width="9000" height="9000"',
      ),
  },
  {
    name: 'turbulence',
    extension: 'svg',
    make: () =>
      svg(
        '<filter id="f"><feTurbulence baseFrequency=".01" numOctaves="1000"/></filter><rect width="9000" height="9000" filter="url(#f)"/>',
        'width="9000" height="9000"',
      ),
  },
  {
    name: 'patterns in patterns',
    extension: 'svg',
    make: () =>
      svg(
        `<defs>${many(12, (at) => `<pattern id="p${at}" width=".01" height=".01" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="url(#p${at + 1})"/></pattern>`)}</defs><rect width="999" height="999" fill="url(#p0)"/>`,
      ),
  },
  {
    name: 'masks in masks',
    extension: 'svg',
    make: () =>
      svg(
        `<defs>${many(300, (at) => `<mask id="m${at}"><rect width="9999" height="9999" fill="white" mask="url(#m${at + 1})"/></mask>`)}</defs><rect width="9999" height="9999" mask="url(#m0)"/>`,
        'width="9000" height="9000"',
      ),
  },
  {
    name: 'entities',
    extension: 'svg',
    make: () =>
      Buffer.from(
        `<!DOCTYPE svg[<!ENTITY a0 "aaaaaaaaaa">${many(12, (at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`)}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a12;</text></svg>`,
      ),
  },
  {
    name: 'dashes',
    extension: 'svg',
    make: () => svg('<path d="M0 0L900000 900000" stroke="red" stroke-dasharray=".0001"/>'),
  },
  {
    name: 'a path of 15 000 crossings',
    extension: 'svg',
    make: () => svg(`<path fill-rule="evenodd" d="M0 0${many(12_000, (at) => `L${(at * 7919) % 999} `)}"/>`),
  },
  { name: 'a picture of 10 000 x 10 000', extension: 'png', make: () => png(10_000, 10_000, false) },
  { name: 'an interlaced picture of 9 000 x 9 000', extension: 'png', make: () => png(9_000, 9_000, true) },
  {
    name: '700 pages of one strip',
    extension: 'tif',
    make: () => tiff(700, [1_000, 1_000], 8, deflateSync(Buffer.alloc(1_000_000), { level: 9 })),
  },
  { name: 'pages in a circle', extension: 'tif', make: () => tiff(300, [4, 4], 1, Buffer.alloc(16), true) },
  {
    name: 'a strip of run lengths, cut off',
    extension: 'tif',
    make: () => tiff(1, [10_000, 10_000], 32_773, Buffer.alloc(90_000, 0x81)),
  },
  {
    name: 'a strip of LZW, cut off',
    extension: 'tif',
    make: () => tiff(1, [10_000, 10_000], 5, Buffer.alloc(90_000, 0xff)),
  },
  {
    name: 'a frame of 60 000 columns',
    extension: 'tif',
    make: () => tiff(1, [60_000, 1_600], 8, deflateSync(Buffer.alloc(60_000 * 1_600), { level: 9 })),
  },
  { name: '1 900 frames of 7 000 x 7 000', extension: 'gif', make: () => gif(1_900, 7_000, 7_000) },
  { name: '4 000 frames', extension: 'gif', make: () => gif(4_000, 9, 9) },
  {
    name: 'markers on markers',
    extension: 'svg',
    make: () =>
      svg(
        `<defs>${many(6, (at) => `<marker id="m${at}" overflow="visible"><path d="M0 0${' l1 1'.repeat(60)}" marker-mid="url(#m${at + 1})" stroke="red"/></marker>`)}</defs><path d="M0 0${' l9 9'.repeat(100)}" marker-mid="url(#m0)"/>`,
      ),
  },
  {
    name: 'clips in clips',
    extension: 'svg',
    make: () =>
      svg(
        `<defs>${many(500, (at) => `<clipPath id="c${at}" clip-path="url(#c${at + 1})"><rect width="9000" height="9000"/><circle r="9000"/></clipPath>`)}</defs>${'<rect width="9000" height="9000" clip-path="url(#c0)"/>'.repeat(100)}`,
      ),
  },
  {
    name: 'morphology and convolution',
    extension: 'svg',
    make: () =>
      svg(
        `<filter id="f"><feMorphology operator="dilate" radius="900"/><feConvolveMatrix order="90" kernelMatrix="${'1 '.repeat(8_100)}"/></filter>${'<rect width="900" height="900" filter="url(#f)"/>'.repeat(20)}`,
      ),
  },
  {
    name: 'pictures in pictures',
    extension: 'svg',
    make: () => {
      let inner = svg('<rect width="9" height="9"/>');
      for (let level = 0; level < 12; level += 1)
        inner = svg(
          `<defs><image id="i" width="900" height="900" xlink:href="${embedded(inner)}"/></defs>${'<use xlink:href="#i"/>'.repeat(20)}`,
        );
      return inner;
    },
  },
  {
    name: 'gradients that refer to gradients',
    extension: 'svg',
    make: () =>
      svg(
        `<defs>${many(900, (at) => `<linearGradient id="g${at}" xlink:href="#g${(at + 1) % 900}"/>`)}</defs>${many(600, (at) => `<rect width="900" height="900" fill="url(#g${at})"/>`)}`,
      ),
  },
  {
    name: 'a profile of 60 MB',
    extension: 'png',
    make: () =>
      png(9, 9, false, [
        ['iCCP', Buffer.concat([bytes('a\0\0'), deflateSync(Buffer.alloc(60_000_000), { level: 9 })])],
      ]),
  },
  {
    name: '5 000 chunks of text',
    extension: 'png',
    make: () =>
      png(
        9,
        9,
        false,
        Array.from({ length: 5_000 }, () => ['tEXt', bytes('a\0b')]),
      ),
  },
  { name: 'a picture of 700 scans', extension: 'jpg', make: () => bytes(progressiveJpeg(10_000, 10_000, 700)) },
  {
    name: '65 535 layers and precincts of one pixel',
    extension: 'jp2',
    make: () => bytes(jp2(jpeg2000({ layers: 65_535, precincts: '\0\0\0\0\0\0' }))),
  },
  { name: 'tiles of one pixel', extension: 'jp2', make: () => bytes(jp2(jpeg2000({ tile: 1 }))) },
];
