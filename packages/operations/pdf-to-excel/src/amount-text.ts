import { currencyPattern, plainDigits } from '@platen/pdf-kit/values';

/**
 * A number with its signs, followed by a side or currency of at most three letters, or preceded by a currency: a common
 * one, or any three capitals before decimals. `REF 7` does not match.
 */
const amount = new RegExp(
  `^[^\\p{L}\\d]*(?:${currencyPattern}|\\p{Lu}{3}(?=.*[.,]\\d\\d\\D*$))?[^\\p{L}]*\\d[^\\p{L}]*(?:\\p{L}{1,3}[^\\p{L}\\d]*)?$`,
  'u',
);

/** Whether a text is only an amount. */
export function isAmountText(text: string): boolean {
  return amount.test(plainDigits(text));
}
