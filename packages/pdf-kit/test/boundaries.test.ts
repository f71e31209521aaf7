import { processingFailed } from '@platen/core';
import { hostShortage } from '@platen/core/internal';
import { createBoundaries, noBoundaries } from '@platen/pdf-kit';
import { expect, test } from 'vitest';

const part = { what: 'A table on page 3', instead: 'its text becomes paragraphs' };

function recording() {
  const warnings: { readonly code: string; readonly message: string; readonly cause: unknown }[] = [];
  const boundaries = createBoundaries((code, message, cause) => warnings.push({ code, message, cause }));
  return { boundaries, warnings };
}

const throwing = (error: unknown) => (): string => {
  throw error;
};

test('what can be read is read, and nothing is said', async () => {
  const { boundaries, warnings } = recording();
  expect(boundaries.within(part, () => 'whole', throwing('less'))).toBe('whole');
  expect(await boundaries.withinAsync(part, async () => 'whole', throwing('less'))).toBe('whole');
  expect(warnings).toEqual([]);
});

test('a fault of the software costs its part, is named with page and consequence, and keeps its cause', async () => {
  const { boundaries, warnings } = recording();
  const fault = new TypeError('x is undefined');
  const wrapped = processingFailed('damaged_file', 'Page 3 cannot be read', { cause: fault });
  expect(boundaries.within(part, throwing(fault), () => 'less')).toBe('less');
  expect(
    await boundaries.withinAsync(
      part,
      async () => throwing(wrapped)(),
      async () => 'less',
    ),
  ).toBe('less');
  const message =
    'A table on page 3 cannot be processed because of a fault in the software; its text becomes paragraphs';
  expect(warnings).toEqual(Array(2).fill({ code: 'INTERNAL_ERROR', message, cause: fault }));
});

test('what a library cannot read is left out without a word of a fault', () => {
  const { boundaries, warnings } = recording();
  expect(boundaries.within(part, throwing(new Error('VipsJpeg: premature end')), () => 'less')).toBe('less');
  expect(warnings).toEqual([
    {
      code: 'PAGE_DEGRADED',
      message: 'A table on page 3 cannot be processed; its text becomes paragraphs',
      cause: undefined,
    },
  ]);
});

test.each([
  ['the file', processingFailed('damaged_file', 'The file is cut off')],
  ['a limit', processingFailed('pixel_limit', 'Too large')],
  ['refused memory', new RangeError('Array buffer allocation failed')],
  ['a full disk', hostShortage(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))],
])('an error about %s passes', (_what, error) => {
  const { boundaries, warnings } = recording();
  expect(() => boundaries.within(part, throwing(error), () => 'less')).toThrow(error as Error);
  expect(warnings).toEqual([]);
});

test('without boundaries a fault is seen where it happens', async () => {
  const fault = new TypeError('x');
  expect(() => noBoundaries.within(part, throwing(fault), () => 'less')).toThrow(fault);
  await expect(
    noBoundaries.withinAsync(
      part,
      async () => throwing(fault)(),
      () => 'less',
    ),
  ).rejects.toBe(fault);
});
