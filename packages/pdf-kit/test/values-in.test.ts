import { expect, test } from 'vitest';
import { valuesIn } from '../src/tables.ts';

test.each([
  ['Total due £1,234.50.', ['£1,234.50']],
  ['1 234,50 EUR', ['234,50']],
  ['Opening balance 40,804.00CR', ['40,804.00CR']],
  ['△ 240,446', ['240,446']],
  ['due on 5 March 2024, or 01/02/2024', ['5 March 2024', '01/02/2024']],
  ['Order 116088483016 (NL00333599698)', ['116088483016', 'NL00333599698']],
  ['Call 770-488-7492', ['770-488-7492']],
  ['12.345', ['12.345']],
  ['of all (N=198,091)', ['198,091']],
  ['建筑面积3,805.07平米，另有1,200元', ['3,805.07', '1,200']],
  ['請求日2025年4月30日 ¥135,960(税込)', ['2025年4月30日', '¥135,960']],
  ['請求番号 2025-0412', ['2025-0412']],
  ['작성일 2025년 4월 30일', ['2025년 4월 30일']],
  ['from $25,200–25,500 a year', ['$25,200', '25,500']],
])('%s holds values', (text, values) => {
  expect(valuesIn(text)).toEqual(values);
});

test.each([
  'Page 3 of 12',
  'in 2019',
  'Table 8.18',
  'see 3.4',
  '2003-2007',
  '2002-03',
  '4-year-old',
  '35%',
  'Figure 12.45: sales',
])('%s counts things or places', (text) => {
  expect(valuesIn(text)).toEqual([]);
});
