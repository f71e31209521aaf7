import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { clientTypes } from '../../../scripts/write-client-types.ts';

test('the types are those of the OpenAPI document as it is now: npm run client-types', async () => {
  expect(await readFile(new URL('../src/openapi.ts', import.meta.url), 'utf8')).toBe(await clientTypes());
});
