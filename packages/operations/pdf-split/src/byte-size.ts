const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1e3,
  kb: 1e3,
  kib: 1024,
  m: 1e6,
  mb: 1e6,
  mib: 1024 ** 2,
};

/** Bytes of a size such as `10MB`, `1.5 MiB`, `500kb` or `200000`; null when it is none, less than one byte, or a fraction of bytes. */
export function parseByteSize(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(text.trim().toLowerCase());
  const unit = units[match?.[2] ?? 'none'];
  if (match === null || unit === undefined) return null;
  // A fraction without a unit is a unit that was forgotten.
  if (unit === 1 && match[1]?.includes('.')) return null;
  const bytes = Math.floor(Number(match[1]) * unit);
  return bytes >= 1 && Number.isSafeInteger(bytes) ? bytes : null;
}
