import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createReceivingSet, hashRequest, idempotentJobId, type RequestContent } from '../src/idempotency.ts';

const principal = { keyId: 'key-1', ownerId: 'owner-1', name: 'Key', createdAt: 0, scopes: null, limits: {} };
const file = { fileName: 'a.pdf', path: '/staging/1', sizeBytes: 3, sha256: 'f00d' };

const secrets = ['a secret'];
const hash = (
  options: Readonly<Record<string, unknown>>,
  files: RequestContent['files'],
  webhookUrl: string | null = null,
) => hashRequest(secrets, contentOf({ options, files, webhookUrl }));

/** A request that sends these options; `filled` has the defaults that the operation adds to them. */
function contentOf({
  operation = 'pdf/merge',
  options = {},
  filled = {},
  passwords = null,
  files = [file],
  webhookUrl = null,
}: {
  readonly operation?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly filled?: Readonly<Record<string, unknown>>;
  readonly passwords?: Readonly<Record<string, unknown>> | null;
  readonly files?: RequestContent['files'];
  readonly webhookUrl?: string | null;
}): RequestContent {
  const checked = { options: { ...filled, ...options }, secrets: passwords };
  return { operation, sent: { ...options, ...passwords }, checked, files, webhookUrl };
}

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
    hash({ a: '1' }, [file, { jobId: 'job' }]),
    hash({ a: '1' }, [file, { jobId: 'job', output: 1 }]),
    hash({ a: '1' }, [{ jobId: 'job' }, file]),
    hashRequest(secrets, contentOf({ operation: 'pdf/split', options: { a: '1' }, files: [file, second] })),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('a request is recognised while a secret is rotated', () => {
  const content = contentOf({ passwords: { password: 'open sesame' } });
  const requestHash = hashRequest(['the old secret'], content);
  const known = { options: {}, requestHash };
  expect(hashRequest(['the new secret', 'the old secret'], content, known)).toBe(requestHash);
  expect(hashRequest(['the new secret'], content, known)).not.toBe(requestHash);
});

test('a default that a newer version adds or changes leaves a request the same', () => {
  const before = contentOf({ options: { level: 'high' }, filled: { activeContent: 'keep' } });
  const after = contentOf({ options: { level: 'high' }, filled: { activeContent: 'remove', added: true } });
  expect(hashRequest(secrets, after)).toBe(hashRequest(secrets, before));
});

describe('the job of a version that hashed all options with their defaults', () => {
  const text = (options: readonly (readonly [string, unknown])[]) =>
    JSON.stringify(['pdf/merge', options, [['a.pdf', 'f00d']]]);
  // As that version made it: the sorted options of the record and the passwords, keyed or, before that, plain.
  const options = { bookmarks: true, level: 'high' };
  const stored = text([...Object.entries(options), ['password', 'open sesame']]);
  const keyed = createHmac('sha256', 'a secret').update('platen request\n').update(stored).digest('hex');
  const plain = createHash('sha256').update(stored).digest('hex');
  const passwords = { password: 'open sesame' };
  const request = contentOf({
    options: { level: 'high' },
    filled: { bookmarks: true, activeContent: 'keep' },
    passwords,
  });

  test.each([keyed, plain])('is the answer to its own repetition, whatever defaults came since', (requestHash) => {
    expect(hashRequest(secrets, request, { options, requestHash })).toBe(requestHash);
    expect(hashRequest(['the new secret', ...secrets], request, { options, requestHash })).toBe(requestHash);
  });

  test.each([keyed, plain])('is not that of another request', (requestHash) => {
    const others = [
      contentOf({ options: { level: 'low' }, filled: { bookmarks: true }, passwords }),
      contentOf({ options: { level: 'high' }, filled: { bookmarks: true }, passwords: { password: 'guess' } }),
      contentOf({ options: { level: 'high', activeContent: 'remove' }, filled: { bookmarks: true }, passwords }),
      contentOf({ options: { level: 'high' }, filled: { bookmarks: true }, passwords, files: [file, file] }),
    ];
    for (const other of others) {
      expect(hashRequest(secrets, other, { options, requestHash })).not.toBe(requestHash);
    }
  });

  test('is not found by a secret that is gone', () => {
    expect(hashRequest(['another'], request, { options, requestHash: keyed })).not.toBe(keyed);
  });
});

test('who has the hash but no secret cannot guess a password', () => {
  const content = contentOf({ passwords: { password: '1234' } });
  expect(hashRequest(['one secret'], content)).not.toBe(hashRequest(['another secret'], content));
});

test('an id is taken until it is left', () => {
  const receiving = createReceivingSet();
  const entered = receiving.enter('job');
  expect(() => receiving.enter('job')).toThrow('still being received');
  entered[Symbol.dispose]();
  receiving.enter('job')[Symbol.dispose]();
});
