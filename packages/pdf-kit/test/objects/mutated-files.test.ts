import { readFileSync } from 'node:fs';
import { ConversionError, defaultLimits } from '@platen/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectPdf, openPdf, prescan } from '../../src/objects.ts';

const limits = { ...defaultLimits, maxInflatedBytes: 2 ** 24, maxObjects: 10_000, maxPages: 100 };

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

/** One change to a file: bytes overwritten, cut out, or repeated. */
const change = fc.record({
  kind: fc.constantFrom('overwrite', 'cut', 'repeat'),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 20 }),
    fc
      .constantFrom(
        '<<',
        '>>',
        '[',
        ']',
        'endobj',
        'stream\n',
        'endstream',
        '0 R',
        '/Type',
        '/Length',
        '99999999999',
        '-1',
        'xref',
        '(',
      )
      .map((text) => new TextEncoder().encode(text)),
  ),
});

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function apply(file: Buffer, changes: readonly Change[]): Buffer {
  return changes.reduce((bytes, { kind, at, bytes: patch }) => {
    const start = Math.floor(at * bytes.length);
    const end = Math.min(bytes.length, start + patch.length);
    const middle =
      kind === 'cut' ? [] : kind === 'repeat' ? [bytes.subarray(start, end), bytes.subarray(start, end)] : [patch];
    return Buffer.concat([bytes.subarray(0, start), ...middle, bytes.subarray(end)]);
  }, file);
}

test.each(['specimen.pdf', 'signed.pdf', 'encrypted-aes128.pdf', 'owner-only-rc4.pdf'])(
  'however %s is spoilt, it opens or is refused with a code',
  async (name) => {
    const file = fixture(name);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const spoilt = apply(file, changes);
        try {
          await prescan(spoilt, { limits, fileName: name });
          inspectPdf(await openPdf(spoilt, { limits, fileName: name }));
        } catch (error) {
          if (!ConversionError.is(error)) throw error;
          expect(['PDF_ENCRYPTED', 'PROCESSING_FAILED']).toContain(error.code);
        }
      }),
      { seed: 20261121, numRuns: 150 },
    );
  },
);

test('any bytes at all are refused with a code', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      await expect(openPdf(bytes, { limits, fileName: 'noise.pdf' })).rejects.toSatisfy(ConversionError.is);
    }),
    { seed: 20261121, numRuns: 100 },
  );
});
