import type { KeyStore } from '@platen/core';
import { expect } from 'vitest';
import { sampleKey } from './sample-records.ts';
import { createRule, type Make, type Subject, type SuiteRunner, vitestRunner } from './subject.ts';

/** Every rule of the `KeyStore` contract. `make` returns an empty store. */
export function keyStoreSuite(make: Make<Subject<KeyStore>>, runner: SuiteRunner = vitestRunner): void {
  const rule = createRule<KeyStore, Subject<KeyStore>>(make, runner);

  runner.describe('KeyStore', () => {
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

    rule('lists the keys of one owner', async (keys) => {
      await keys.create(sampleKey('a', { ownerId: 'acme' }));
      await keys.create(sampleKey('b', { ownerId: 'other' }));
      await keys.create(sampleKey('c', { ownerId: 'acme', createdAt: 2_000 }));
      expect((await keys.list({ ownerId: 'acme' })).map(({ id }) => id)).toEqual(['a', 'c']);
      expect(await keys.list({ ownerId: 'nobody' })).toEqual([]);
    });

    rule('a rotated key lives on until its time of grace is over, beside its successor', async (keys) => {
      await keys.create(sampleKey('old', { ownerId: 'acme' }));
      const successor = sampleKey('new', { ownerId: 'acme' });
      expect(await keys.rotate('old', successor, 9_000)).toBe(true);
      expect(await keys.findByHash('hash-of-old')).toMatchObject({
        expiresAt: 9_000,
        successorId: 'new',
        revokedAt: null,
      });
      expect(await keys.findByHash('hash-of-new')).toEqual(successor);
    });

    rule('a rotation never lengthens the life of a key', async (keys) => {
      await keys.create(sampleKey('old', { expiresAt: 5_000 }));
      await keys.rotate('old', sampleKey('new'), 9_000);
      expect(await keys.findByHash('hash-of-old')).toMatchObject({ expiresAt: 5_000 });
    });

    rule('a key is rotated once, and not when it is revoked or unknown', async (keys) => {
      await keys.create(sampleKey('old'));
      await keys.create(sampleKey('revoked'));
      await keys.revoke('revoked', 10);
      const rotations = ['n1', 'n2', 'n3'].map((id) => keys.rotate('old', sampleKey(id), 9_000));
      expect((await Promise.all(rotations)).filter((rotated) => rotated)).toHaveLength(1);
      expect(await keys.rotate('revoked', sampleKey('n4'), 9_000)).toBe(false);
      expect(await keys.rotate('nobody', sampleKey('n5'), 9_000)).toBe(false);
      expect(await keys.list()).toHaveLength(3);
    });

    rule('a successor whose id or hash is taken leaves the old key as it was', async (keys) => {
      const old = sampleKey('old');
      await keys.create(old);
      await keys.create(sampleKey('taken'));
      await expect(keys.rotate('old', sampleKey('taken', { hash: 'other' }), 9_000)).rejects.toThrow();
      expect(await keys.findByHash('hash-of-old')).toEqual(old);
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
