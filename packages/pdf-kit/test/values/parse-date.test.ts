import { dateFormOf, parseDate } from '@platen/pdf-kit/values';
import { expect, test } from 'vitest';

test('a column of dates has one form', () => {
  expect(dateFormOf(['2020-01-05', '2021-12-31'])).toBe('iso');
  expect(dateFormOf(['5 March 2020', 'Dec 1, 2021'])).toBe('words');
  expect(dateFormOf(['13/02/2020', '01/03/2020'])).toBe('day-month');
  expect(dateFormOf(['02/13/2020', '03/01/2020'])).toBe('month-day');
});

test('points part a day from its month, and a year stands first or last', () => {
  expect(dateFormOf(['01.02.2020', '3.4.2020'])).toBe('dotted');
  expect(parseDate('15.03.2023.', 'dotted')).toEqual(new Date(Date.UTC(2023, 2, 15)));
  expect(dateFormOf(['2020/01/05', '2020/12/31'])).toBe('year-first');
  expect(dateFormOf(['2026. 01. 20.', '2026. 1. 9.'])).toBe('year-first');
  expect(dateFormOf(['2025年4月30日', '2025年12月1日'])).toBe('han');
  expect(parseDate('2025년 4월 30일', 'hangul')).toEqual(new Date(Date.UTC(2025, 3, 30)));
  expect(dateFormOf(['1er mars 2020', '3 de mayo de 2020'])).toBe('words');
});

test('dates that could be read two ways stay text', () => {
  expect(dateFormOf(['01/02/2020', '03/04/2020'])).toBeNull();
});

test('a column with more other texts than dates has no form', () => {
  expect(dateFormOf(['2020-01-05', 'later', 'never'])).toBeNull();
  expect(dateFormOf(['2020-02-30', '2020-02-31', '2020-02-01'])).toBeNull();
});

test('a date is a day in UTC', () => {
  expect(parseDate('5 March 2020', 'words')).toEqual(new Date('2020-03-05T00:00:00Z'));
});

test('dates of words may have the hyphen of typesetters between their parts', () => {
  expect(parseDate('13\u2010Sep\u201011', 'words')).toEqual(new Date(Date.UTC(2011, 8, 13)));
});

test.each([
  ['3. März 2024', 3],
  ['3 mars 2024', 3],
  ['3 févr. 2024', 2],
  ['3 de mayo de 2024', 5],
  ['3 gen 2024', 1],
  ['3 out 2024', 10],
  ['3 augustus 2024', 8],
  ['3 kwi 2024', 4],
  ['3 października 2024', 10],
  ['3 maj 2024', 5],
  ['3. desember 2024', 12],
])('%s names a month', (text, month) => {
  expect(parseDate(text, 'words')).toEqual(new Date(Date.UTC(2024, month - 1, 3)));
});

test('figures of two digits with dashes are dates in sequence, else they may be sort codes', () => {
  expect(dateFormOf(['02-01-25', '06-01-25', '15-01-25', '31-01-25'])).toBe('day-month-short');
  expect(parseDate('31-01-25', 'day-month-short')).toEqual(new Date(Date.UTC(2025, 0, 31)));
  expect(dateFormOf(['20-11-05', '09-01-28', '11-02-09'])).toBeNull();
  expect(dateFormOf(['40-47-19', '40-47-20', '40-48-01'])).toBeNull();
  expect(dateFormOf(['02-01-25'])).toBeNull();
});
