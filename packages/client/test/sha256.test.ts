import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSha256 } from '../src/sha256.ts';

test('any length in any pieces gives the digest that Node computes', () => {
  for (let size = 0; size < 300; size += 1) {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 31 + size) % 256);
    const hash = createSha256();
    const cut = (size * 7) % (size + 1);
    hash.update(bytes.subarray(0, cut));
    hash.update(bytes.subarray(cut));
    expect(hash.base64(), `${size} bytes`).toBe(createHash('sha256').update(bytes).digest('base64'));
  }
});
