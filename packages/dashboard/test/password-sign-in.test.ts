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

  test('a hash that is none is refused at the start', () => {
    const accounts = [{ actor: 'admin', role: 'manager', passwordHash: 'correct horse' } as const];
    expect(() => createPasswordSignIn({ accounts })).toThrow(TypeError);
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
