import { inflateSync } from 'node:zlib';

/** Bytes that the object streams of one file may inflate to in the search: those of a bomb are not worth it. */
const maxInflatedBytes = 64 * 1024 * 1024;

/**
 * Which of these names a file contains, in the open or in a deflated object stream. Encrypted object streams do not inflate
 * and are passed over; so is what comes after a cut.
 */
export function findKeys(file: Buffer, keys: readonly string[]): ReadonlySet<string> {
  const found = new Set(keys.filter((key) => file.includes(key)));
  let budget = maxInflatedBytes;
  for (let at = file.indexOf('/ObjStm'); at >= 0 && budget > 0; at = file.indexOf('/ObjStm', at + 1)) {
    const missing = keys.filter((key) => !found.has(key));
    const start = file.indexOf('stream', at);
    const end = file.indexOf('endstream', start);
    if (missing.length === 0 || start < 0 || end < 0) return found;
    const dataStart = start + 'stream'.length + (file[start + 'stream'.length] === 0x0d ? 2 : 1);
    try {
      const objects = inflateSync(file.subarray(dataStart, end), { maxOutputLength: budget });
      for (const key of missing) if (objects.includes(key)) found.add(key);
      budget -= objects.byteLength;
    } catch {
      // Encrypted, damaged, or coded by another filter.
    }
  }
  return found;
}
