import { currencyPattern, plainDigits } from '@platen/pdf-kit/values';

/**
 * A number with its signs, a side or currency of at most three letters behind it, or a currency before it: a common one,
 * or any three capitals before decimals. `REF 7` is none.
 */
const amount = new RegExp(
  `^[^\\p{L}\\d]*(?:${currencyPattern}|\\p{Lu}{3}(?=.*[.,]\\d\\d\\D*$))?[^\\p{L}]*\\d[^\\p{L}]*(?:\\p{L}{1,3}[^\\p{L}\\d]*)?$`,
  'u',
);

/** Whether a text is an amount and nothing else. */
export function isAmountText(text: string): boolean {
  return amount.test(plainDigits(text));
}
