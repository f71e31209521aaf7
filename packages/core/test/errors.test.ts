import { ConversionError, processingFailed } from '@platen/core';
import { canRetry, hostShortage, toConversionError } from '@platen/core/internal';
import { expect, test } from 'vitest';

const systemError = (code: string) => Object.assign(new Error(`${code}: /secret/path`), { code });
const fallback = (cause: unknown) => processingFailed('internal', 'The conversion failed', { cause });

test.each([
  ['EMFILE', 'host_overloaded'],
  ['ENFILE', 'host_overloaded'],
  ['ENOMEM', 'host_overloaded'],
  ['ENOSPC', 'storage_full'],
  ['EDQUOT', 'storage_full'],
])('%s is a shortage of the host, which another attempt may not meet', (code, reason) => {
  const error = toConversionError(systemError(code), fallback);
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { reason }, cause: { code } });
  expect(canRetry(error)).toBe(true);
  expect(error.message).not.toContain('secret');
});

test('a shortage is found behind the errors that wrap it', () => {
  const wrapped = processingFailed('damaged_file', 'The file cannot be read', {
    cause: new Error('opening failed', { cause: systemError('EMFILE') }),
  });
  expect(toConversionError(wrapped, fallback)).toMatchObject({
    details: { reason: 'host_overloaded' },
    cause: wrapped,
  });
});

test('a shortage that a worker reported as data is still one', () => {
  const known = hostShortage(systemError('ENOSPC'));
  const data = known?.toData() ?? { code: 'INTERNAL_ERROR', message: '', details: {} };
  const crossed = ConversionError.fromData(data);
  expect(hostShortage(crossed)).toBe(crossed);
});

test.each([systemError('ENOENT'), new Error('EMFILE'), 'EMFILE', processingFailed('no_tables', 'none')])(
  '%o is no shortage',
  (error) => {
    expect(hostShortage(error)).toBeNull();
  },
);

test('causes that go round in a circle come to an end', () => {
  const first = new Error('first');
  first.cause = new Error('second', { cause: first });
  expect(hostShortage(first)).toBeNull();
});

test('a full disk is a shortage of the host also where a library tells of it in words', () => {
  const message =
    '/staging/out/page-1.png: write error\nsystem error: No space left on device\nwbuffer_write: write failed';
  expect(hostShortage(new Error(message))?.details).toEqual({ reason: 'storage_full' });
  expect(hostShortage(new Error('database or disk is full'))?.details).toEqual({ reason: 'storage_full' });
  // What a file may be called, or say, is no system error.
  expect(hostShortage(new Error('cannot read "system error: No space left on device"'))).toBeNull();
});
