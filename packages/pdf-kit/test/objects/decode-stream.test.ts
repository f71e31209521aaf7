import { brotliCompressSync, deflateSync } from 'node:zlib';
import { PDFContext } from 'pdf-lib';
import { expect, test } from 'vitest';
import { createInflateBudget, decodeData, decodeStream } from '../../src/objects.ts';

const context = PDFContext.create();
const budget = () => createInflateBudget(1_000_000);

function text(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('latin1');
}

test('filters are undone one after the other', () => {
  const hex = Buffer.from(deflateSync('hello')).toString('hex');
  const stream = context.stream(`${hex}>`, { Filter: ['ASCIIHexDecode', 'FlateDecode'] });
  expect(text(decodeStream(stream, budget()))).toBe('hello');
});

test('Brotli is undone within the budget, and not where it needs a dictionary', () => {
  const packed = brotliCompressSync('a'.repeat(1_000));
  const stream = context.stream(packed, { Filter: 'BrotliDecode' });
  expect(text(decodeStream(stream, budget()))).toBe('a'.repeat(1_000));
  expect(() => decodeStream(stream, createInflateBudget(999))).toThrow(/inflate to more than 999 bytes/);
  expect(decodeData(stream, { maxBytes: 1_000 })?.bytes).toHaveLength(1_000);
  const withDictionary = context.stream(packed, { Filter: 'BrotliDecode', DecodeParms: { D: context.obj('x') } });
  expect(decodeStream(withDictionary, budget())).toBeNull();
});

test('a stream of an image filter is not decoded', () => {
  expect(decodeStream(context.stream('x', { Filter: 'DCTDecode' }), budget())).toBeNull();
});

test('a truncated stream gives its beginning', () => {
  const whole = deflateSync(Buffer.from('abcdefgh'.repeat(1_000)), { level: 0 });
  const decoded = text(decodeStream(context.stream(whole.subarray(0, 4_000), { Filter: 'FlateDecode' }), budget()));
  expect(decoded?.startsWith('abcdefgh')).toBe(true);
});

test('a stream with a damaged place gives what precedes it', () => {
  const lines = Array.from({ length: 2_000 }, (_, index) => `${index} 0 m ${(index * 7919) % 1_000} 9 l S\n`).join('');
  const whole = deflateSync(lines);
  // A code of no meaning for the rest of the data.
  whole.fill(255, Math.floor(whole.length / 2));
  const damaged = context.stream(whole, { Filter: 'FlateDecode' });
  const decoded = text(decodeStream(damaged, budget())) ?? '';
  expect(decoded.length).toBeGreaterThan(lines.length / 4);
  expect(decoded.slice(0, lines.length / 4)).toBe(lines.slice(0, lines.length / 4));
  expect(decodeData(damaged, { maxBytes: 1_000_000 })).toBeNull();
});

test('a wrong check sum does not matter', () => {
  const wrong = deflateSync('hello');
  wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 255;
  expect(text(decodeStream(context.stream(wrong, { Filter: 'FlateDecode' }), budget()))).toBe('hello');
});

test('PNG predictors are undone', () => {
  const rows = Buffer.from([0, 1, 2, 3, 1, 5, 1, 1, 2, 1, 1, 1, 3, 4, 4, 4, 4, 1, 1, 1]);
  const stream = context.stream(deflateSync(rows), {
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Columns: 3 },
  });
  expect([...(decodeStream(stream, budget()) ?? [])]).toEqual([1, 2, 3, 5, 6, 7, 6, 7, 8, 7, 11, 13, 8, 12, 14]);
});

test('the budget is one for all streams', () => {
  const shared = createInflateBudget(1_500);
  const stream = context.stream(deflateSync(Buffer.alloc(1_000)), { Filter: 'FlateDecode' });
  expect(decodeStream(stream, shared)).toHaveLength(1_000);
  expect(() => decodeStream(stream, shared)).toThrow(/inflate to more than 1500 bytes/);
});

test('data to be written back is whole, or not taken at all', () => {
  const whole = deflateSync(Buffer.from('abcdefgh'.repeat(1_000)));
  const truncated = context.stream(whole.subarray(0, -6), { Filter: 'FlateDecode' });
  expect(decodeData(truncated, { maxBytes: 10_000 })).toBeNull();
  expect(decodeData(truncated, { maxBytes: 10_000, tolerant: true })?.bytes.length).toBeGreaterThan(7_000);
  expect(decodeData(context.stream(whole, { Filter: 'FlateDecode' }), { maxBytes: 7_999 })).toBeNull();
});

test('the filter of an image is left standing, in its place only', () => {
  const decoded = decodeData(context.stream('616263>', { Filter: ['AHx', 'DCT'] }), { maxBytes: 100 });
  expect(decoded && { text: text(decoded.bytes), filter: decoded.imageFilter?.name }).toEqual({
    text: 'abc',
    filter: 'DCTDecode',
  });
  expect(decodeData(context.stream('x', { Filter: ['DCTDecode', 'FlateDecode'] }), { maxBytes: 100 })).toBeNull();
});
