import { safeFileName } from '@platen/core/internal';
import { expect, test } from 'vitest';

test.each([
  ['report.pdf', 'report.pdf'],
  ['/etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['..', 'file'],
  ['', 'file'],
  ['  .hidden ', 'hidden'],
  ['a\0b\r\n.pdf', 'ab.pdf'],
  ['\u202Efdp.exe', 'fdp.exe'],
  ['zero\u200Bwidth.pdf', 'zerowidth.pdf'],
  ['a<b>:"c"|?*.pdf', 'a_b___c____.pdf'],
  ['a %22b%22 c.pdf', 'a _b_ c.pdf'],
  ['a%0D%0Ab.pdf', 'ab.pdf'],
  ['50%25 %2e%2E%2f.pdf', '50%25 %2e%2E%2f.pdf'],
  ['100%.pdf', '100%.pdf'],
  ['com1.txt', '_com1.txt'],
  ['concert.pdf', 'concert.pdf'],
  ['lone\uD800.pdf', 'lone\uFFFD.pdf'],
  ['e\u0301te\u0301.pdf', 'été.pdf'],
])('%j becomes %j', (given, expected) => {
  expect(safeFileName(given)).toBe(expected);
});

test('a long name keeps its extension and is never cut within a character', () => {
  const name = safeFileName(`${'東'.repeat(500)}.pdf`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  expect(name).toMatch(/^東+\.pdf$/);
});

test('a name that is cut between two words has no space before its extension', () => {
  expect(safeFileName(`${'x'.repeat(195)} ${'y'.repeat(100)}.pdf`)).toBe(`${'x'.repeat(195)}.pdf`);
});
