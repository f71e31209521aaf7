import { expect, test } from 'vitest';
import { fullDatesIn, lastDaysOf, readShortDates } from '../../src/values.ts';

const read = (texts: readonly string[], statementDate: string) =>
  readShortDates(texts, { decimal: '.', dateOrder: null, lastDays: lastDaysOf([statementDate]), isHeaded: true });

test('of two ways to read the date of a statement, that soon behind the last booking tells the year', () => {
  const days = ['Aug 6', 'Aug 30', 'Oct 2'];
  // 3 October, as 10 March would be five months behind.
  expect(read(days, '10/03/2024')?.dayOf('Aug 6')).toEqual(new Date(Date.UTC(2024, 7, 6)));
  // 10 March and 3 October are both long before: neither tells.
  expect(read(['Apr 2', 'Apr 20'], '10/03/2024')).toBeNull();
});

test('days that end long before the last day of their document keep no year', () => {
  const days = ['14 May', '28 May', '16 July', '1 October'];
  // A printout of 2016 may list the races of any year before.
  expect(read(days, '1 April 2016')).toBeNull();
  expect(read(days, '30 January 2016')?.dayOf('14 May')).toEqual(new Date(Date.UTC(2015, 4, 14)));
});

test('the last day is found among more dates than a call may have arguments', () => {
  const dates = Array.from({ length: 130_000 }, (_, index) => `${1 + (index % 28)} March 2025`);
  expect(lastDaysOf(dates)['day-month']).toEqual(new Date('2025-03-28'));
});

test('dates in words count with two figures of their year, times before a day do not', () => {
  expect(fullDatesIn('From 01 Feb 24 to 5 de mayo de 2025, printed 16:21 Aug 05')).toEqual([
    '01 Feb 24',
    '5 de mayo de 2025',
  ]);
});
