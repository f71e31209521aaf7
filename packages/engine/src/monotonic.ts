/** Monotonic progress: each call reports more than the one before. */
export function monotonic(report: ((fraction: number) => void) | undefined): (fraction: number) => void {
  let highest = 0;
  return (fraction) => {
    if (fraction <= highest) return;
    highest = fraction;
    report?.(fraction);
  };
}
