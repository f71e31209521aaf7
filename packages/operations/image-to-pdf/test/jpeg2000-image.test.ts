import { processingFailed } from '@platen/core';
import { describe, expect, test } from 'vitest';
import { jp2Box, jp2Boxes } from '../src/jp2-boxes.ts';
import { readCodestream } from '../src/jpeg2000-codestream.ts';
import { jpeg2000Page } from '../src/jpeg2000-image.ts';
import { codestream } from './jpeg2000-codestream.ts';

const u32 = (value: number) => Buffer.from([value >> 24, value >> 16, value >> 8, value]);
const srgb = jp2Box('colr', Buffer.from([1, 0, 0, 0, 0, 0, 16]));
const signature = jp2Box('jP  ', Buffer.from('\r\n\x87\n', 'latin1'));

function jp2(parts: readonly Uint8Array[] = [srgb], code: Uint8Array = jp2Box('jp2c', codestream)): Buffer {
  return Buffer.concat([signature, jp2Box('jp2h', ...parts), code]);
}

function read(bytes: Uint8Array, limit = 1000) {
  return jpeg2000Page({
    path: 'a.jp2',
    bytes,
    fileName: 'a.jp2',
    mediaType: 'image/jp2',
    checkPixels(width, height, treatment) {
      if (treatment !== 'passed' || width * height > limit) throw processingFailed('pixel_limit', 'Too many pixels');
    },
    warn() {},
  });
}

const unsupported = expect.objectContaining({ code: 'UNSUPPORTED_FORMAT' });
const damagedFile = expect.objectContaining({ details: { reason: 'damaged_file', fileName: 'a.jp2' } });

describe('a JP2 file', () => {
  test('goes in byte for byte', () => {
    const file = jp2();
    const { image, dpiX, dpiY } = read(file);
    expect(image).toMatchObject({ width: 16, height: 8, bitsPerComponent: 8, filter: 'JPXDecode', data: [file] });
    expect(image.colorSpace).toEqual({ kind: 'device', components: 3 });
    expect([dpiX, dpiY]).toEqual([96, 96]);
  });

  test('has the resolution of its capture, else that of its display', () => {
    // 300 and 150 dots an inch across and down, as a fraction of 10 000 and 1 000 in a metre.
    const [capture, display] = [300, 72].map((dpi) =>
      Buffer.from([
        ...u32((Math.round(dpi / 2 / 0.0254) << 16) | 10),
        ...u32((Math.round(dpi / 0.0254) << 16) | 10),
        1,
        1,
      ]),
    ) as [Buffer, Buffer];
    const both = read(jp2([srgb, jp2Box('res ', jp2Box('resd', display), jp2Box('resc', capture))]));
    expect([Math.round(both.dpiX), Math.round(both.dpiY)]).toEqual([300, 150]);
    const one = read(jp2([srgb, jp2Box('res ', jp2Box('resd', display))]));
    expect([Math.round(one.dpiX), Math.round(one.dpiY)]).toEqual([72, 36]);
  });

  test('may have boxes with long lengths, and a last one without', () => {
    const endless = Buffer.concat([u32(0), Buffer.from('jp2c'), codestream]);
    expect(read(jp2([srgb], endless)).image.width).toBe(16);
    const long = Buffer.concat([u32(1), Buffer.from('jp2c'), u32(0), u32(16 + codestream.length), codestream]);
    expect(read(jp2([srgb], long)).image.width).toBe(16);
  });

  test.each([
    ['a palette', [srgb, jp2Box('pclr', Buffer.from([0, 1, 3, 7, 7, 7, 0, 0, 0]))]],
    ['opacity', [srgb, jp2Box('cdef', Buffer.from([0, 1, 0, 2, 0, 1, 0, 0]))]],
    ['luminance and colour', [jp2Box('colr', Buffer.from([1, 0, 0, 0, 0, 0, 18]))]],
    ['grey of three components', [jp2Box('colr', Buffer.from([1, 0, 0, 0, 0, 0, 17]))]],
    ['a profile for something else', [jp2Box('colr', Buffer.alloc(200, 2))]],
    ['no colours', []],
  ])('with %s is unsupported', (_kind, parts) => {
    expect(() => read(jp2(parts))).toThrow(unsupported);
  });

  test('whose channels are all colours is plain', () => {
    const colors = jp2Box('cdef', Buffer.from([0, 3, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 2, 0, 2, 0, 0, 0, 3]));
    expect(read(jp2([srgb, colors])).image.colorSpace).toEqual({ kind: 'device', components: 3 });
  });

  test.each([1, 20, 150, 290])('cut off %i bytes before its end is damaged', (missing) => {
    expect(() => read(jp2().subarray(0, -missing - 2))).toThrow(damagedFile);
  });

  test('is checked for its pixels before anything else', () => {
    expect(() => read(jp2([]), 100)).toThrow(expect.objectContaining({ details: { reason: 'pixel_limit' } }));
  });
});

describe('a codestream', () => {
  test('gets a file around it', () => {
    const { image } = read(codestream);
    const [file] = image.data as readonly Uint8Array[];
    const boxes = [...jp2Boxes(file ?? new Uint8Array())];
    expect(boxes.map(({ type }) => type)).toEqual(['jP  ', 'ftyp', 'jp2h', 'jp2c']);
    expect(Buffer.from(boxes[3]?.body ?? []).equals(codestream)).toBe(true);
    expect(image.colorSpace).toEqual({ kind: 'device', components: 3 });
  });

  test('of high-throughput coding, or with colours stored smaller, is unsupported', () => {
    const size = codestream.subarray(0, 2 + 2 + codestream.readUInt16BE(4));
    const capabilities = Buffer.from([0xff, 0x50, 0, 8, 0, 2, 0, 0, 0, 0]);
    const fast = Buffer.concat([size, capabilities, codestream.subarray(size.length)]);
    expect(() => read(fast)).toThrow(unsupported);
    const smaller = Buffer.from(codestream);
    smaller[size.length - 1] = 2;
    expect(() => read(smaller)).toThrow(unsupported);
  });

  test('without a tile is not complete', () => {
    const twoTiles = Buffer.from(codestream);
    // The width of a tile: half of the picture.
    twoTiles.writeUInt32BE(8, 24);
    expect(readCodestream(codestream)?.isComplete).toBe(true);
    expect(readCodestream(twoTiles)?.isComplete).toBe(false);
  });
});
