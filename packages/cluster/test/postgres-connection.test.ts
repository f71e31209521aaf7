import { expect, test } from 'vitest';
import { assertServerVersion } from '../src/postgres-connection.ts';

test('a server that is too old is named', () => {
  const url = new URL('postgres://db.example/platen');
  expect(() => assertServerVersion(url, 120_022)).toThrow(/db\.example\/platen .*PostgreSQL 12 is too old/);
  expect(() => assertServerVersion(url, 130_000)).not.toThrow();
});
