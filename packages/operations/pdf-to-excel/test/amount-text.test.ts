import { expect, test } from 'vitest';
import { isAmountText } from '../src/amount-text.ts';

test.each(['1,250.00', '-12.5', '(30)', '€ 5', 'R$ 5', 'EUR 7', '- EUR 7', 'XAU 12.50', '120.00 CR', '5 kr', '12 %'])(
  '%s is an amount',
  (text) => expect(isAmountText(text)).toBe(true),
);

test.each(['REF 7', 'No 12', 'Total', 'EUR', '12 items', 'Rent 450.00', '15 maj 2024', ''])('%s is none', (text) =>
  expect(isAmountText(text)).toBe(false),
);
