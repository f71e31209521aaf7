import { createRequire } from 'node:module';
import { processingFailed } from '@platen/core';
import { isFault, isMemoryRefusal } from '@platen/core/internal';
import { expect, test } from 'vitest';

/** An error with the stack of one that was thrown elsewhere. */
function thrownFrom(frame: string, error: Error = new TypeError('x is undefined')): Error {
  const stack = `${error.name}: ${error.message}\n    at Array.reduce (<anonymous>)\n    at node:internal/a:1:2\n    at ${frame}`;
  return Object.assign(error, { stack });
}

test.each([
  ['a call of undefined', new TypeError('x is not a function')],
  ['a reduction of nothing', caught(() => [].reduce((a) => a))],
  ['a failed assertion', Object.assign(new Error('false'), { name: 'AssertionError' })],
  ['recursion without end', new RangeError('Maximum call stack size exceeded')],
  ['an error without a stack', Object.assign(new ReferenceError('x'), { stack: undefined })],
])('%s is a fault', (_what, error) => {
  expect(isFault(error)).toBe(true);
});

test.each([
  ['an ordinary error', new Error('it has no pages')],
  ['refused memory', new RangeError('Array buffer allocation failed')],
  ['no error at all', 'TypeError'],
])('%s is no fault', (_what, error) => {
  expect(isFault(error)).toBe(false);
});

test.each([
  'read (file:///srv/app/node_modules/pdfjs-dist/legacy/build/pdf.mjs:1:2)',
  'async Promise.all (index 0)\n    at async /srv/app/node_modules/sharp/lib/input.js:3:4',
  'C:\\app\\node_modules\\exceljs\\index.js:5:6',
  'read (file:///app/node_modules/@platen/pdf-kit/dist/vendor/pdfjs-dist/pdf.mjs:1:2)',
  'run (file:///app/node_modules/@platen/x/node_modules/fflate/index.js:1:2)',
  'wasm://wasm/0001a2b3:1:2',
])('a TypeError of a library, thrown at "%s", is about its input', (frame) => {
  expect(isFault(thrownFrom(frame))).toBe(false);
});

test.each([
  'read (file:///srv/app/node_modules/@platen/pdf-kit/dist/page-model.js:1:2)',
  'read (/work/platen/packages/pdf-kit/src/page-model.ts:1:2)',
  'ours (/work/platen/packages/a.ts:1:2)\n    at theirs (/work/platen/node_modules/b/index.js:1:2)',
])('a TypeError of Platen, thrown at "%s", is a fault', (frame) => {
  expect(isFault(thrownFrom(frame))).toBe(true);
});

test('what a library that is really there throws is no fault', () => {
  const { PDFDocument } = createRequire(import.meta.url)('pdf-lib');
  expect(isFault(caught(() => new PDFDocument()))).toBe(false);
});

test('whatever reason is given for it, a fault is INTERNAL_ERROR with the file and page, and never damage', () => {
  const cause = new TypeError('x is undefined');
  const error = processingFailed('damaged_file', 'Page 1 of a.pdf cannot be read', {
    fileName: 'a.pdf',
    page: 1,
    cause,
  });
  expect(error).toMatchObject({ code: 'INTERNAL_ERROR', details: { fileName: 'a.pdf', page: 1 }, cause });
  expect(error.details).not.toHaveProperty('reason');
  // Nor when it is wrapped once more on its way.
  expect(processingFailed('damaged_file', 'The file cannot be read', { cause: error })).toBe(error);
});

test('memory that was refused keeps its reason', () => {
  const refused = new RangeError('PDFium has no memory left');
  expect(processingFailed('out_of_memory', 'The file needs too much', { cause: refused }).details.reason).toBe(
    'out_of_memory',
  );
  expect(isMemoryRefusal(new RangeError('Invalid array length'))).toBe(true);
});

function caught(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
