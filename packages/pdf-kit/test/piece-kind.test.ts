import { describe, expect, test } from 'vitest';
import { type PieceKind, pieceKind } from '../src/tables/ledger/piece-kind.ts';
import { isTimeText, isValueText } from '../src/tables/value-text.ts';

describe('a piece of a ledger is classified by its text', () => {
  test.each<[PieceKind, readonly string[]]>([
    [
      'number',
      ['1,250.00', '1.250,00 +', '(1,643) $', '1 182,50-', '$5', '12.50 CR', 'R 4 773.82', "1'250.–", '5.1%*'],
    ],
    [
      'number',
      [
        '1,234円',
        '12,994.13元',
        '(1,200) 원',
        '1,500 บาท',
        '9,868.23 ريال',
        '۱۲٬۳۰۰٬۰۰۰ ریال',
        '120.00 ש"ח',
        '1 204,37 руб.',
        '2.500 đ',
      ],
    ],
    [
      'date',
      ['12/04', '12.04.', '2025-03-12', '12 Mar', '1er mars 2025', '5 de mayo de 2025', 'March 12,', 'Oct 9th, 2025'],
    ],
    ['year', ['2024', '2024/25', 'FY 2024']],
    ['period', ['March', 'Mar 2025', 'marzo de 2025', 'Q1 2024']],
    ['time', ['12:30', '9:05 pm']],
    ['mark', ['-', '…', 'n/a', 'nil']],
    ['sign', ['$', '%', '(']],
    ['code', ['INV-204', '12345678901', '3D']],
    ['text', ['Opening balance', '4 items', 'set 104']],
  ])('%s', (kind, texts) => {
    expect(texts.map((text) => [text, pieceKind(text)])).toEqual(texts.map((text) => [text, kind]));
  });
});

test.each(['12.03.2025', '2025/3/12', '5 de mayo de 2025', 'Mar 25', 'March 12, 2025'])('%s is a date', (text) => {
  expect(isTimeText(text)).toBe(true);
});

test.each(['1.072,73 +', '3,754.46 EUR +', '(1,643) $', '12.5 %', '1–5', '5.1a'])('%s is a value', (text) => {
  expect(isValueText(text)).toBe(true);
});

test.each(['March', '12 items', 'set 104', 'R2', 'Page 4'])('%s is no value', (text) => {
  expect(isValueText(text)).toBe(false);
});
