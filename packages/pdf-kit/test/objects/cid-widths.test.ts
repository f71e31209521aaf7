import { PDFContext, type PDFDict } from 'pdf-lib';
import { expect, test } from 'vitest';
import { cidWidths } from '../../src/objects/cid-widths.ts';

const font = (entries: Record<string, unknown>): PDFDict => PDFContext.create().obj(entries as never) as never;

test('lists and ranges give the widths of their characters, DW that of all others', () => {
  const widthOf = cidWidths(font({ DW: 500, W: [3, [250, 333], 10, 12, 600] }));
  expect([2, 3, 4, 5, 9, 10, 12, 13].map(widthOf)).toEqual([500, 250, 333, 500, 500, 600, 600, 500]);
});

test('without either every character is as wide as the font is high', () => {
  expect(cidWidths(font({}))(7)).toBe(1000);
});

test('of spans that overlap the later one counts', () => {
  expect([1, 2].map(cidWidths(font({ W: [0, 9, 600, 2, [250]] })))).toEqual([600, 250]);
});

test('what is no number is the default width, or what a caller wants to see there', () => {
  const damaged = font({ DW: 500, W: [1, ['wide', 300], 4, 5] });
  expect([1, 2, 4].map(cidWidths(damaged))).toEqual([500, 300, 500]);
  expect([1, 2, 4].map(cidWidths(damaged, Number.NaN))).toEqual([Number.NaN, 300, Number.NaN]);
});

test('behind what is no span no width is known but those before it', () => {
  const damaged = font({ DW: 500, W: [1, [300], 'two', [400], 3, [600]] });
  expect([1, 2, 3].map(cidWidths(damaged))).toEqual([300, 500, 500]);
  expect([1, 2, 3].map(cidWidths(damaged, Number.NaN))).toEqual([300, Number.NaN, Number.NaN]);
});
