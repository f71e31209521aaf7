import { createPasswordSignIn, hashPassword, verifyPassword } from '@platen/dashboard';
import { createFakeClock } from '@platen/testing';
import { describe, expect, test } from 'vitest';
import { quickHash } from './quick-hash.ts';

const passwordHash = quickHash('correct horse');
const hourMs = 3_600_000;

function signInWith(options: Partial<Parameters<typeof createPasswordSignIn>[0]> = {}) {
  const clock = createFakeClock();
  const accounts = [{ actor: 'admin', role: 'manager', passwordHash } as const];
  return { clock, signIn: createPasswordSignIn({ accounts, clock, ...options }) };
}

describe('passwords', () => {
  test('a hash holds neither the password nor the same text twice, and verifies it alone', async () => {
    const hash = await hashPassword('correct horse');
    expect(hash).not.toContain('correct');
    expect(await hashPassword('correct horse')).not.toBe(hash);
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    expect(await verifyPassword('Correct horse', hash)).toBe(false);
    expect(await verifyPassword('correct horse', 'no hash')).toBe(false);
    // Hashes are made to take long: on a busy machine a good while.
  }, 90_000);

  const account = { actor: 'admin', role: 'manager', passwordHash } as const;

  test.each([
    ['a hash that is none', { accounts: [{ ...account, passwordHash: 'correct horse' }] }, /not one of hashPassword/],
    ['no hash', { accounts: [{ ...account, passwordHash: undefined }] }, /not one of hashPassword/],
    ['a role that is none', { accounts: [{ ...account, role: 'admin' }] }, /"viewer" or "manager"/],
    ['no accounts', {}, /a list of one to 10/],
    ['a misspelt bound', { accounts: [account], idleMS: 5 }, /idleMS is no option of createPasswordSignIn/],
    ['a bound that is none', { accounts: [account], maxAgeMs: Number.NaN }, /maxAgeMs must be a number above 0/],
  ])('%s is refused at the start', (_, options, message) => {
    expect(() => createPasswordSignIn(options as never)).toThrow(message);
  });

  test.each([undefined, ''])('%j is no password', async (password) => {
    await expect(hashPassword(password as string)).rejects.toThrow('is the variable of the environment');
  });

  test('attempts are bounded by address, the right password among them', async () => {
    const { clock, signIn } = signInWith();
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await signIn.signIn('wrong', '10.0.0.1')).toBeNull();
    await expect(signIn.signIn('correct horse', '10.0.0.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await signIn.signIn('correct horse', '10.0.0.2')).not.toBeNull();
    clock.advance(300_000);
    expect(await signIn.signIn('correct horse', '10.0.0.1')).not.toBeNull();
  });
});

describe('sessions', () => {
  async function begin(signIn: ReturnType<typeof createPasswordSignIn>): Promise<string> {
    const token = await signIn.signIn('correct horse', '10.0.0.1');
    if (token === null) throw new Error('not let in');
    return token;
  }

  test('a session ends after some hours without use, and after its days however much it is used', async () => {
    const { clock, signIn } = signInWith({ idleMs: hourMs, maxAgeMs: 3 * hourMs });
    const token = await begin(signIn);
    clock.advance(hourMs - 1);
    expect(signIn.find(token)).toEqual({ actor: 'admin', role: 'manager' });
    clock.advance(hourMs);
    expect(signIn.find(token)).toBeNull();

    const used = await begin(signIn);
    for (let half = 1; half < 6; half += 1) {
      clock.advance(hourMs / 2);
      expect(signIn.find(used)).not.toBeNull();
    }
    clock.advance(hourMs / 2);
    expect(signIn.find(used)).toBeNull();
  });

  test('there are only so many sessions: the one not used for longest goes', async () => {
    const { signIn } = signInWith({ maxSessions: 2 });
    const [first, second] = [await begin(signIn), await begin(signIn)];
    expect(signIn.find(first)).not.toBeNull();
    const third = await begin(signIn);
    expect([first, second, third].map((token) => signIn.find(token) !== null)).toEqual([true, false, true]);
  });

  test('signing out ends a session', async () => {
    const { signIn } = signInWith();
    const token = await begin(signIn);
    signIn.signOut(token);
    expect(signIn.find(token)).toBeNull();
  });
});
