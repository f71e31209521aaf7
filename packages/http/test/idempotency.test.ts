import { expect, test } from 'vitest';
import { createReceivingSet, hashRequest, idempotentJobId } from '../src/idempotency.ts';

const principal = { id: 'key-1', name: 'Key', createdAt: 0, scopes: null, limits: {} };
const file = { fileName: 'a.pdf', path: '/staging/1', sizeBytes: 3, sha256: 'f00d' };

test('a job id is the same UUID each time, and another for each caller, route and key', () => {
  const id = idempotentJobId(principal, 'pdf/merge', 'k');
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(idempotentJobId(principal, 'pdf/merge', 'k')).toBe(id);
  const others = [
    idempotentJobId({ ...principal, id: 'key-2' }, 'pdf/merge', 'k'),
    idempotentJobId(principal, 'pdf/split', 'k'),
    idempotentJobId(principal, 'pdf/merge', 'K'),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});

test('a request is the same whatever the order of its fields and wherever it is staged', () => {
  const hash = hashRequest('pdf/merge', { a: '1', b: '2' }, [file]);
  expect(hashRequest('pdf/merge', { b: '2', a: '1' }, [{ ...file, path: '/staging/2' }])).toBe(hash);
});

test('a request is another one when an option, a name, a byte or the order of files differs', () => {
  const second = { ...file, fileName: 'b.pdf' };
  const hashes = [
    hashRequest('pdf/merge', { a: '1' }, [file, second]),
    hashRequest('pdf/merge', { a: '2' }, [file, second]),
    hashRequest('pdf/merge', { a: '1' }, [second, file]),
    hashRequest('pdf/merge', { a: '1' }, [file]),
    hashRequest('pdf/merge', { a: '1' }, [file, { ...second, sha256: 'beef' }]),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('an id is taken until it is left', () => {
  const receiving = createReceivingSet();
  const entered = receiving.enter('job');
  expect(() => receiving.enter('job')).toThrow('still being received');
  entered[Symbol.dispose]();
  receiving.enter('job')[Symbol.dispose]();
});
