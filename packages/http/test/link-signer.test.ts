import { expect, test } from 'vitest';
import { createLinkSigner } from '../src/link-signer.ts';

const [jobCreatedAt, expiresAt] = [1_799_000_000_000, 1_800_000_000_000];
const link = { keyId: 'key-1', jobId: 'job-1', jobCreatedAt, outputIndex: 2, expiresAt };
const [oldSecret, newSecret] = ['an old secret of thirty-two chars', 'a new secret of thirty-two chars!'] as const;

test('a token says what it grants', () => {
  const signer = createLinkSigner([newSecret]);
  expect(signer.verify(signer.sign(link))).toEqual(link);
});

test('a token is safe in a path', () => {
  expect(createLinkSigner([newSecret]).sign({ ...link, keyId: 'ключ/?#' })).toMatch(/^[\w-]+\.[\w-]{43}$/);
});

test('after a rotation old tokens hold and new ones are signed with the new secret', () => {
  const old = createLinkSigner([oldSecret]).sign(link);
  const rotated = createLinkSigner([newSecret, oldSecret]);
  expect(rotated.verify(old)).toEqual(link);
  expect(createLinkSigner([newSecret]).verify(rotated.sign(link))).toEqual(link);
  expect(createLinkSigner([newSecret]).verify(old)).toBeNull();
});

test('a token changed in any character is not genuine, the spare bits of base64 included', () => {
  const signer = createLinkSigner([newSecret]);
  const token = signer.sign(link);
  for (let index = 0; index < token.length; index += 1) {
    for (const other of ['A', 'B', 'w', '8']) {
      const changed = `${token.slice(0, index)}${other}${token.slice(index + 1)}`;
      if (changed !== token) expect(signer.verify(changed), changed).toBeNull();
    }
  }
});
