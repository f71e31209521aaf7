import { decimalSignOf, parseNumber } from '@platen/pdf-kit/values';
import { describe, expect, test } from 'vitest';
import { numberFormat } from '../src/type-cells.ts';

const value = (text: string, decimal: '.' | ',' = '.') => parseNumber(text, decimal)?.value ?? null;
const format = (text: string, decimal: '.' | ',' = '.') => {
  const number = parseNumber(text, decimal);
  return number === null ? null : numberFormat(number);
};

describe('numbers', () => {
  test.each([
    ['42', 42],
    ['۳۱۴,۷۱۵,۹۲۶', 314715926],
    ['١٬٢٥٠٫٥٠', 1250.5],
    ['१,२३,४५६.७८', 123456.78],
    ['1,234', 1234],
    ['1,234,567.89', 1234567.89],
    ['79 955', 79955],
    ["1'250.00", 1250],
    ['(1,200)', -1200],
    ['-5', -5],
    ['−0.01', -0.01],
    ['–7', -7],
    ['350-', -350],
    ['397.38 –', -397.38],
    ['1.50–', -1.5],
    ['12.5%', 0.125],
    ['$8,242', 8242],
    ['€ 12.00', 12],
    ['100 EUR', 100],
    ['-$5.20', -5.2],
    ['.9%', 0.009],
    ['(12.5)%', -0.125],
    ['CHF 1’250.50', 1250.5],
    ['1\u2009234\u2009567', 1234567],
    ['AUD 20', 20],
    ['500,000.00 RWF', 500000],
    ['KSh 1,200', 1200],
    ['R 4 773.82', 4773.82],
    ['4.250 KD', 4.25],
    ['USD $15,023.00', 15023],
    ['0.12 €/kWh', 0.12],
    ['$5.00/month', 5],
    ['Rs. 500', 500],
    ['12 Kč', 12],
    ['0', 0],
    ["1'250.–", 1250],
    ['784.--', 784],
    ['CHF 12.-', 12],
    ['+1 234 567', 1234567],
    ['%18.5', 0.185],
    ['12 zl', 12],
    ['12.50 Euro', 12.5],
  ])('%s is %d', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  test.each(['1.234,56', '1.234.567,00', '0,5', '12,5 %'])('%s is a number where the comma is decimal', (text) => {
    expect(value(text, ',')).not.toBeNull();
  });

  test('a point before three digits of a dinar is decimal, whatever the document says', () => {
    expect(value('152.050 KD', ',')).toBe(152.05);
    expect(decimalSignOf(['4.250 KD', '25.800 KD'])).toBe('.');
  });

  test('a lone sign before three digits is what the document says it is', () => {
    expect(value('1.234', ',')).toBe(1234);
    expect(value('1.234', '.')).toBe(1.234);
    expect(value('1,234', ',')).toBe(1.234);
  });

  test.each([
    ['leading zeros', '007'],
    ['a heading', 'TOP 10'],
    ['a revision', 'R 12'],
    ['a phone number', '+43 316 123456'],
    ['a phone number in groups of three', '+33 815 182 611'],
    ['a phone number in one', '+33299835151'],
    ['a range', '10–20'],
    ['the start of a range', '$10,000–'],
    ['a footnote mark', '12*'],
    ['an identifier of more digits than a double holds', '1234567890123456'],
    ['groups that are no groups', '12,34,5'],
    ['a date', '2020-01-05'],
    ['two signs', '+-5'],
    ['a word', 'n/a'],
    ['a dash', '—'],
  ])('%s stays text', (_what, text) => {
    expect(value(text)).toBeNull();
  });
});

test('a letter right behind the cents is the side of an account, behind a whole number part of a code', () => {
  expect(parseNumber('1.234,56D', ',')).toMatchObject({ value: 1234.56, side: { kind: 'debit', mark: 'D' } });
  expect(parseNumber('1234D', ',')).toBeNull();
});

test('the numbers of a document tell its decimal sign', () => {
  expect(decimalSignOf(['1.234,56', '12,5', '3.000'])).toBe(',');
  expect(decimalSignOf(['1,234.56', '12.5', '3,000'])).toBe('.');
  expect(decimalSignOf(['Name', '12'])).toBe('.');
});

test('a format prints a number as it was printed', () => {
  expect(format('1,234.50')).toBe('#,##0.00');
  expect(format('12.5%')).toBe('0.0%');
  expect(format('%12.5')).toBe('%0.0');
  expect(format('$8,242')).toBe('"$"#,##0');
  expect(format('12,00 €', ',')).toBe('0.00 "€"');
  expect(format('0,2874 €/kWh', ',')).toBe('0.0000 "€/kWh"');
  expect(format('$5.00/month')).toBe('"$"0.00"/month"');
  expect(format('(3.1)')).toBe('0.0_);(0.0)');
  expect(format('2009')).toBe('General');
});

test('asterisks before an amount are printed with it, and those of notes are text', () => {
  expect(parseNumber('*29,509', '.')).toMatchObject({ value: 29509, currency: { sign: '*', before: true } });
  expect(parseNumber('***1,204.50', '.')?.value).toBe(1204.5);
  expect(parseNumber('*1', '.')).toBeNull();
});

test('a figure in a text of many spaces is no number, found out at once', () => {
  expect(parseNumber(`1${'\u00a0'.repeat(1_000)}x`, '.')).toBeNull();
});

test('a plus behind a whole number makes it text, one behind cents is a sign', () => {
  expect(['50+', '10,000+', '65 +'].map((text) => parseNumber(text, '.'))).toEqual([null, null, null]);
  expect(parseNumber('1,234.56+', '.')?.value).toBe(1234.56);
});
