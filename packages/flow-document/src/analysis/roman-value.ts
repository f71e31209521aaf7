const digits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/** The value of a roman numeral in letters of either case; null when there is another letter, or none. */
export function romanValue(numeral: string): number | null {
  let total = 0;
  for (const [index, letter] of [...numeral.toLowerCase()].entries()) {
    const digit = digits[letter];
    if (digit === undefined) return null;
    total += digit < (digits[numeral[index + 1]?.toLowerCase() ?? ''] ?? 0) ? -digit : digit;
  }
  return total > 0 ? total : null;
}
