/** Whether a difference is a single digit followed by zeros: one digit of one amount was misread or misprinted. */
export function isOneDigit(difference: number): boolean {
  return /^[1-9]0*$/.test(String(Math.abs(difference)));
}

/** Whether a sum and its total are one digit apart: of amounts that keep their first digit, each is as great as its place. */
export function isDigitApart(total: number, sum: number): boolean {
  const difference = Math.abs(total - sum);
  const place = 10 ** (String(difference).length - 1);
  return isOneDigit(difference) && Math.abs(total) >= place && Math.abs(sum) >= place;
}
