import { expect, test } from 'vitest';
import { createSheetNames } from '../src/outputs/sheet-names.ts';
import type { SheetTable } from '../src/sheet-model.ts';

const titled = (title: string | null, firstPage = 1, lastPage = firstPage): SheetTable => ({
  firstPage,
  lastPage,
  rowCount: 0,
  columnCuts: [],
  fromTop: false,
  caption: null,
  toBottom: false,
  isCarried: false,
  hasTextBelow: false,
  headerRows: 0,
  title,
  chain: null,
  isForm: false,
  confidence: 1,
  cells: [],
});

test('a sheet has the title of its table, without what Excel forbids and short enough', () => {
  const nameOf = createSheetNames();
  expect(nameOf(titled('Deposits: in/out [May]'))).toBe('Deposits in out May');
  expect(nameOf(titled('Condensed consolidated statements of operations'))).toBe('Condensed consolidated');
});

test('a title that is taken, or none, gives way to page and place', () => {
  const nameOf = createSheetNames();
  expect([
    nameOf(titled('Fees')),
    nameOf(titled('FEES')),
    nameOf(titled(null, 2, 3)),
    nameOf(titled('12/2024', 4)),
  ]).toEqual(['Fees', 'Page 1 Table 2', 'Pages 2-3 Table 1', 'Page 4 Table 1']);
});

test('a line that states a value is no name, one with a date is', () => {
  const nameOf = createSheetNames();
  expect([
    nameOf(titled('Opening balance 8 412,10 PLN')),
    nameOf(titled('Customer 7730021944')),
    nameOf(titled('Accounts, 31/12/2023')),
  ]).toEqual(['Page 1 Table 1', 'Page 1 Table 2', 'Accounts, 31-12-2023']);
});

test('part of a sentence is no name, and a name is cut between words', () => {
  const nameOf = createSheetNames();
  expect([
    nameOf(titled('may I bill you for the following work:')),
    nameOf(titled('Our offer is valid for three weeks, with the following terms.')),
    nameOf(titled('Current assets, net')),
    nameOf(titled('連結損益計算書及び連結包括利益計算書並びに連結株主資本等変動計算書')),
  ]).toEqual([
    'Page 1 Table 1',
    'Page 1 Table 2',
    'Current assets, net',
    '連結損益計算書及び連結包括利益計算書並びに連結株主資本等変動計',
  ]);
});
