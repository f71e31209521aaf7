export { currencyPattern } from './values/number-patterns.ts';
export { type DateForm, type DateOrder, dateFormOf, dateOrderOf, parseDate } from './values/parse-date.ts';
export {
  type BalanceSide,
  balanceSideOf,
  type DecimalSign,
  decimalSignOf,
  type PrintedNumber,
  parseNumber,
} from './values/parse-number.ts';
export { plainDigits } from './values/plain-digits.ts';
export { fullDatesIn, type LastDays, lastDaysOf, readShortDates, type ShortDates } from './values/short-dates.ts';
