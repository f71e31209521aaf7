import type { ConversionEngine } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import { expect, test } from 'vitest';
import { resolveOptions } from '../src/surface-options.ts';

// Options are checked without a call to the engine.
const engine = { isolated: true } as ConversionEngine;
const good = { engine, keys: createMemoryKeyStore(), linkSecrets: ['a secret of at least thirty-two c'] };

test('engine, keys and link secrets are enough', () => {
  expect(resolveOptions(good)).toMatchObject({
    requestsPerMinute: 60,
    quotaPerMonth: null,
    linkTtlMs: 3_600_000,
    publicUrl: null,
    openapi: false,
  });
});

test('an engine in this process takes uploads of people the host trusts', () => {
  const inProcess = { isolated: false } as ConversionEngine;
  expect(resolveOptions({ ...good, engine: inProcess, trustUploads: true }).engine).toBe(inProcess);
});

test('null means unlimited, not the default', () => {
  expect(resolveOptions({ ...good, requestsPerMinute: null }).requestsPerMinute).toBeNull();
});

test('a public URL loses the slash at its end', () => {
  expect(resolveOptions({ ...good, publicUrl: 'https://example.com/x/' }).publicUrl).toBe('https://example.com/x');
});

test.each([
  ['an engine in this process', { ...good, engine: { isolated: false } as ConversionEngine }, 'trustUploads: true'],
  ['no keys', { engine, linkSecrets: good.linkSecrets }, 'keys'],
  ['no secret', { ...good, linkSecrets: [] }, 'linkSecrets'],
  ['a short secret', { ...good, linkSecrets: ['short'] }, 'linkSecrets[0] has 5 characters'],
  ['a short second secret', { ...good, linkSecrets: [...good.linkSecrets, ''] }, 'linkSecrets[1] has 0 characters'],
  [
    'a variable that is not set',
    { ...good, linkSecrets: [undefined as unknown as string] },
    'linkSecrets[0] is undefined: is the environment variable',
  ],
  ['no list of secrets', { ...good, linkSecrets: undefined as unknown as string[] }, 'linkSecrets needs one or more'],
  ['a lifetime that is no number', { ...good, linkTtlMs: Number.NaN }, 'linkTtlMs must be a number above 0, not NaN'],
  ['a rate that is no number', { ...good, requestsPerMinute: Number.NaN }, 'requestsPerMinute must be a number of 0'],
  ['a quota below 0', { ...good, quotaPerMonth: -1 }, 'quotaPerMonth must be a number of 0 or more, not -1'],
  ['a bound of bad keys in words', { ...good, failedKeysPerMinute: '30' as never }, 'failedKeysPerMinute must be'],
  ['a public URL without a protocol', { ...good, publicUrl: 'example.com' }, 'publicUrl'],
  ['a public URL of another protocol', { ...good, publicUrl: 'ftp://example.com' }, 'publicUrl'],
])('%s is refused by name', (_, options, message) => {
  expect(() => resolveOptions(options)).toThrow(message);
});
