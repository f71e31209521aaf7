import type { KeyStore } from '@platen/core';
import { describe, expect } from 'vitest';
import { sampleKey } from './sample-records.ts';
import { createRule, type Make, type Subject } from './subject.ts';

/** Every rule of the `KeyStore` contract. `make` returns an empty store. */
export function keyStoreSuite(make: Make<Subject<KeyStore>>): void {
  const rule = createRule<KeyStore, Subject<KeyStore>>(make);

  describe('KeyStore', () => {
    rule('a key is found by its hash, with everything it was stored with', async (keys) => {
      const record = sampleKey('k1', { expiresAt: 5_000 });
      await keys.create(record);
      await keys.create(sampleKey('k2', { scopes: null, limits: {} }));
      expect(await keys.findByHash('hash-of-k1')).toEqual(record);
      expect(await keys.findByHash('hash-of-k2')).toMatchObject({ id: 'k2', scopes: null, limits: {} });
      expect(await keys.findByHash('hash-of-nobody')).toBeNull();
    });

    rule('an id or hash that is taken rejects and changes nothing', async (keys) => {
      const record = sampleKey('k1');
      await keys.create(record);
      await expect(keys.create(sampleKey('k1', { hash: 'other' }))).rejects.toThrow();
      await expect(keys.create(sampleKey('k2', { hash: record.hash }))).rejects.toThrow();
      expect(await keys.list()).toEqual([record]);
    });

    rule('lists all keys, oldest first, the revoked ones too', async (keys) => {
      await keys.create(sampleKey('young', { createdAt: 3 }));
      await keys.create(sampleKey('old', { createdAt: 1 }));
      await keys.create(sampleKey('middle', { createdAt: 2 }));
      await keys.revoke('old', 10);
      expect((await keys.list()).map(({ id }) => id)).toEqual(['old', 'middle', 'young']);
    });

    rule('a key stays revoked from its first revocation', async (keys) => {
      await keys.create(sampleKey('k1'));
      expect(await keys.revoke('k1', 10)).toBe(true);
      expect(await keys.revoke('k1', 20)).toBe(true);
      expect(await keys.findByHash('hash-of-k1')).toMatchObject({ revokedAt: 10 });
    });

    rule('no key with that id: revoking is false, touching does nothing', async (keys) => {
      expect(await keys.revoke('nobody', 10)).toBe(false);
      await keys.touch('nobody', 10);
      expect(await keys.list()).toEqual([]);
    });

    rule('the time of last use never moves backwards', async (keys) => {
      await keys.create(sampleKey('k1'));
      await Promise.all([10, 30, 20].map((at) => keys.touch('k1', at)));
      await keys.touch('k1', 25);
      expect(await keys.findByHash('hash-of-k1')).toMatchObject({ lastUsedAt: 30, revokedAt: null });
    });
  });
}
