import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namesBrotli } from '../../src/render/names-brotli.ts';

const megabyte = 1024 * 1024;

test.each([0, megabyte - 7, megabyte, 2 * megabyte - 3])('the name of the filter is found at byte %i', async (at) => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-names-brotli-'));
  try {
    const path = join(folder, 'a.pdf');
    const bytes = Buffer.alloc(3 * megabyte, ' ');
    await writeFile(path, bytes);
    expect(await namesBrotli(path)).toBe(false);
    bytes.write('/BrotliDecode', at);
    await writeFile(path, bytes);
    expect(await namesBrotli(path)).toBe(true);
    expect(await namesBrotli(bytes)).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});
