import { runInNewContext } from 'node:vm';
import { errorCode, hostShortage, isError } from '@platen/core/internal';
import { expect, test } from 'vitest';

/** As Node's own errors are to a test in Jest, and those of another realm to anybody. */
function foreignError(code: string): unknown {
  return runInNewContext(`Object.assign(new Error('of another realm'), { code: ${JSON.stringify(code)} })`);
}

test('the code of an error of another realm is known, and what it says about the host', () => {
  const error = foreignError('ENOSPC');
  expect(error instanceof Error).toBe(false);
  expect(isError(error)).toBe(true);
  expect(errorCode(error)).toBe('ENOSPC');
  expect(hostShortage(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { reason: 'storage_full' } });
});

test('what is no error has no code', () => {
  const coded = Object.assign(new Error('numbered'), { code: 5 });
  for (const thrown of [null, undefined, 'ENOENT', { code: 'ENOENT' }, coded]) expect(errorCode(thrown)).toBe('');
});
