/** What compressing came to: `21,488 bytes before, 18,727 after (-12.8 %)`. */
export function sizeChange(beforeBytes: number, afterBytes: number): string {
  const share = beforeBytes === 0 ? 0 : (afterBytes - beforeBytes) / beforeBytes;
  const [before, after] = [beforeBytes, afterBytes].map((bytes) => bytes.toLocaleString('en-US'));
  return `${before} bytes before, ${after} after (${(100 * share).toFixed(1)} %)`;
}
