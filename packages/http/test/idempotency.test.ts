import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createReceivingSet, hashRequest, idempotentJobId } from '../src/idempotency.ts';

const principal = { keyId: 'key-1', ownerId: 'owner-1', name: 'Key', createdAt: 0, scopes: null, limits: {} };
const file = { fileName: 'a.pdf', path: '/staging/1', sizeBytes: 3, sha256: 'f00d' };

const secrets = ['a secret'];
const hash = (
  options: Readonly<Record<string, unknown>>,
  files: readonly (typeof file)[],
  webhookUrl: string | null = null,
) => hashRequest(secrets, { operation: 'pdf/merge', options, files, webhookUrl });

test('a job id is the same UUID each time, and another for each caller, route and key', () => {
  const id = idempotentJobId(principal, 'pdf/merge', 'k');
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(idempotentJobId(principal, 'pdf/merge', 'k')).toBe(id);
  const others = [
    idempotentJobId({ ...principal, ownerId: 'owner-2' }, 'pdf/merge', 'k'),
    idempotentJobId(principal, 'pdf/split', 'k'),
    idempotentJobId(principal, 'pdf/merge', 'K'),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});

test('all keys of one owner share its idempotency', () => {
  const other = { ...principal, keyId: 'key-2' };
  expect(idempotentJobId(other, 'pdf/merge', 'k')).toBe(idempotentJobId(principal, 'pdf/merge', 'k'));
});

test('a request is the same whatever the order of its fields and wherever it is staged', () => {
  const first = hash({ a: '1', b: '2' }, [file]);
  expect(hash({ b: '2', a: '1' }, [{ ...file, ...{ path: '/staging/2' } }])).toBe(first);
});

test('a request is another one when an option, a name, a byte or the order of files differs', () => {
  const second = { ...file, fileName: 'b.pdf' };
  const told = (webhookUrl: string) => hash({ a: '1' }, [file], webhookUrl);
  const hashes = [
    hash({ a: '1' }, [file, second]),
    hash({ a: '2' }, [file, second]),
    hash({ a: '1' }, [second, file]),
    hash({ a: '1' }, [file]),
    told('https://one.example/'),
    told('https://two.example/'),
    hash({ a: '1' }, [file, { ...second, sha256: 'beef' }]),
    hashRequest(secrets, { operation: 'pdf/split', options: { a: '1' }, files: [file, second] }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('a request is recognised while a secret is rotated, and by the plain hash of before', () => {
  const content = { operation: 'pdf/merge', options: { password: 'open sesame' }, files: [file] };
  const old = hashRequest(['the old secret'], content);
  expect(hashRequest(['the new secret', 'the old secret'], content, old)).toBe(old);
  const plain = createHash('sha256')
    .update(JSON.stringify(['pdf/merge', [['password', 'open sesame']], [['a.pdf', 'f00d']]]))
    .digest('hex');
  expect(hashRequest(secrets, content, plain)).toBe(plain);
  expect(hashRequest(['the new secret'], content, old)).not.toBe(old);
  expect(hashRequest(secrets, { ...content, options: { password: 'guess' } }, plain)).not.toBe(plain);
});

test('who has the hash but no secret cannot guess a password', () => {
  const content = { operation: 'pdf/merge', options: { password: '1234' }, files: [file] };
  expect(hashRequest(['one secret'], content)).not.toBe(hashRequest(['another secret'], content));
});

test('an id is taken until it is left', () => {
  const receiving = createReceivingSet();
  const entered = receiving.enter('job');
  expect(() => receiving.enter('job')).toThrow('still being received');
  entered[Symbol.dispose]();
  receiving.enter('job')[Symbol.dispose]();
});
