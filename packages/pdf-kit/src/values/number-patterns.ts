/** The white space printed between the groups of a number, or between a number and its sign: what stands in a character class. */
export const numberSpaces = ' \\u00a0\\u2007\\u2009\\u202f';

/**
 * The source of a pattern for a currency: signs with or without letters, the ISO 4217 codes of the currencies that are
 * traded most, and what is printed for a few of them.
 */
export const currencyPattern =
  '(?:[A-Z]{0,3}[$€£¥₹₩₽₺₪₴]|EUR|USD|GBP|JPY|CHF|CNY|AUD|CAD|NZD|HKD|SGD|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|' +
  'ILS|ZAR|INR|PKR|KRW|THB|IDR|MYR|PHP|VND|BRL|MXN|ARS|CLP|COP|PEN|AED|SAR|EGP|Rs\\.?|Fr\\.|kr|Kč|Ft|zł|' +
  '(?:[دج]\\.? ?[جإكتمع]|ر\\.? ?[سقعي])\\.?)';

/** The source of a pattern for the side of an account behind an amount: debit, credit, overdrawn. */
export const sidePattern = '(?:CR|DR|Cr|Dr|cr|dr|DB|OD)';
/** The sides that are a letter: debit, credit, Soll, Haben. */
export const sideLetters = 'CDSH';
