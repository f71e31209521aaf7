import { createPasswordSignIn, hashPassword, type PasswordAccount } from '@platen/dashboard';
import { createFakeClock } from '@platen/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyPassword } from '../src/password-hash.ts';
import { quickHash } from './quick-hash.ts';

/** Derivations of keys: how many began, are under way, and were at once. */
const derivations = vi.hoisted(() => {
  const state = { most: 0, running: 0, begun: 0 };
  return { state, begin: () => void Object.assign(state, { most: 0, running: 0, begun: 0 }) };
});
vi.mock('node:crypto', async (load) => {
  const crypto = await load<typeof import('node:crypto')>();
  const scrypt: typeof crypto.scrypt = (...args: unknown[]) => {
    const done = args.at(-1) as (error: Error | null, key: Buffer) => void;
    derivations.state.begun += 1;
    derivations.state.running += 1;
    derivations.state.most = Math.max(derivations.state.most, derivations.state.running);
    const counted = (error: Error | null, key: Buffer) => {
      derivations.state.running -= 1;
      done(error, key);
    };
    (crypto.scrypt as (...given: unknown[]) => void)(...args.slice(0, -1), counted);
  };
  return { ...crypto, default: crypto, scrypt };
});

const passwordHash = quickHash('correct horse');
const hourMs = 3_600_000;

function signInWith(options: Partial<Parameters<typeof createPasswordSignIn>[0]> = {}) {
  const clock = createFakeClock();
  const accounts = [{ actor: 'admin', role: 'manager', passwordHash } as const];
  const signIn = createPasswordSignIn({ accounts, clock, ...options });
  const attempt = (password: string, remoteAddress: string, more: { actor?: string; device?: string } = {}) =>
    signIn.signIn({ actor: null, device: null, password, remoteAddress, ...more });
  return { clock, signIn, attempt };
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
  });

  const account = { actor: 'admin', role: 'manager', passwordHash } as const;

  test.each([
    ['a hash that is none', { accounts: [{ ...account, passwordHash: 'correct horse' }] }, /not from hashPassword/],
    ['no hash', { accounts: [{ ...account, passwordHash: undefined }] }, /not from hashPassword/],
    ['a role that is none', { accounts: [{ ...account, role: 'admin' }] }, /"viewer" or "manager"/],
    ['two accounts of one name', { accounts: [account, account] }, /two accounts with the actor "admin"/],
    ['no accounts', {}, /a list of one to 10/],
    ['a misspelt bound', { accounts: [account], idleMS: 5 }, /createPasswordSignIn has no option "idleMS"/],
    ['a bound that is none', { accounts: [account], maxAgeMs: Number.NaN }, /maxAgeMs must be a number above 0/],
  ])('%s is refused at the start', (_, options, message) => {
    expect(() => createPasswordSignIn(options as never)).toThrow(message);
  });

  test.each([undefined, ''])('%j is no password', async (password) => {
    await expect(hashPassword(password as string)).rejects.toThrow('is the environment variable');
  });

  test('attempts are bounded by address, the right password among them', async () => {
    const { clock, attempt } = signInWith();
    for (let count = 0; count < 10; count += 1) expect(await attempt('wrong', '10.0.0.1')).toBeNull();
    await expect(attempt('correct horse', '10.0.0.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await attempt('correct horse', '10.0.0.2')).not.toBeNull();
    clock.advance(300_000);
    expect(await attempt('correct horse', '10.0.0.1')).not.toBeNull();
  });
});

describe('a flood of attempts', () => {
  beforeEach(() => derivations.begin());
  afterEach(() => vi.restoreAllMocks());

  test('one password is checked at a time, few wait, and the rest is refused at once with a time to come back', async () => {
    const { attempt } = signInWith();
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => attempt('wrong', `10.0.${index}.1`)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(answers.at(-1)).toMatchObject({
      reason: { code: 'RATE_LIMITED', details: { reason: 'sign_in_busy', retryAfterSeconds: 2 } },
    });
    expect(derivations.state).toEqual({ most: 1, running: 0, begun: 5 });
    // The line is free again.
    expect(await attempt('correct horse', '10.0.0.1')).not.toBeNull();
  });

  test.each(['admin', 'viewer', 'nobody', ''])('an attempt as "%s" costs one derivation', async (actor) => {
    const accounts: PasswordAccount[] = [
      { actor: 'admin', role: 'manager', passwordHash },
      { actor: 'viewer', role: 'viewer', passwordHash: quickHash('just looking') },
    ];
    const { attempt } = signInWith({ accounts });
    expect(await attempt('wrong', '10.0.0.1', { actor })).toBeNull();
    expect(derivations.state.begun).toBe(1);
  });

  test('a password belongs to its account alone', async () => {
    const { signIn, attempt } = signInWith({
      accounts: [
        { actor: 'admin', role: 'manager', passwordHash },
        { actor: 'viewer', role: 'viewer', passwordHash: quickHash('just looking') },
      ],
    });
    expect(await attempt('just looking', '10.0.0.1', { actor: 'admin' })).toBeNull();
    const signedIn = await attempt('just looking', '10.0.0.1', { actor: 'viewer' });
    expect(signIn.find(signedIn?.token ?? '')).toEqual({ actor: 'viewer', role: 'viewer' });
  });

  test.each([
    ['a /64 of IPv6 counts as one address', (index: number) => `2001:db8:7:1::${index.toString(16)}`, 10],
    ['however its addresses are written', (index: number) => `2001:0DB8:7:1:0:0:0:${index.toString(16)}`, 10],
    [
      'and an IPv4 address as one, in either family',
      (index: number) => (index % 2 ? '192.0.2.7' : '::ffff:192.0.2.7'),
      10,
    ],
    ['networks apart each have their own count', (index: number) => `2001:db8:${index.toString(16)}:1::7`, 60],
  ])('%s', async (_rule, addressOf, heard) => {
    const { attempt } = signInWith();
    const codes: string[] = [];
    for (let index = 1; index <= 75; index += 1) {
      codes.push(
        await attempt('wrong', addressOf(index)).then(
          () => 'heard',
          ({ code }) => code,
        ),
      );
    }
    expect(codes.filter((code) => code === 'heard')).toHaveLength(heard);
    expect(codes.slice(heard).every((code) => code === 'RATE_LIMITED')).toBe(true);
  });

  /** A minute of strangers from everywhere: none of them is heard any more, and the line is full. */
  async function flood(attempt: ReturnType<typeof signInWith>['attempt']) {
    for (let index = 0; index < 70; index += 1) await attempt('wrong', `198.51.100.${index}`).catch(() => null);
    await expect(attempt('correct horse', '203.0.113.9')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    return Array.from({ length: 200 }, (_, index) => attempt('wrong', `2001:db8:${index}::1`).catch(() => null));
  }

  test('strangers never keep the right password of a known address out', async () => {
    const { attempt } = signInWith();
    expect(await attempt('correct horse', '203.0.113.5')).not.toBeNull();
    const strangers = await flood(attempt);
    expect(await attempt('correct horse', '203.0.113.5')).not.toBeNull();
    await Promise.all(strangers);
  });

  test('a browser is known wherever it is, also to the next process, and whoever shares its address', async () => {
    const { attempt } = signInWith();
    const first = await attempt('correct horse', '203.0.113.5');
    const device = first?.device ?? '';

    const { attempt: attemptLater } = signInWith();
    for (let count = 0; count < 10; count += 1) await attemptLater('wrong', '10.9.9.9');
    const strangers = await flood(attemptLater);
    await expect(attemptLater('correct horse', '10.9.9.9')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await attemptLater('correct horse', '10.9.9.9', { device })).not.toBeNull();
    await Promise.all(strangers);
  });

  test('what makes a browser known lets nobody in, has a count of its own, and ends', async () => {
    const { clock, attempt } = signInWith();
    const device = (await attempt('correct horse', '10.0.0.1'))?.device ?? '';
    for (let count = 0; count < 10; count += 1) expect(await attempt('wrong', '10.0.0.2', { device })).toBeNull();
    await expect(attempt('correct horse', '10.0.0.2', { device })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    clock.advance(200 * 24 * hourMs);
    const strangers = await flood(attempt);
    for (const stale of [device, `${device}x`, 'x.1.y']) {
      const outcome = attempt('correct horse', '10.0.0.3', { device: stale });
      await expect(outcome).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    }
    await Promise.all(strangers);
  });

  test('what one account made known is unknown to another', async () => {
    const accounts: PasswordAccount[] = [
      { actor: 'admin', role: 'manager', passwordHash },
      { actor: 'viewer', role: 'viewer', passwordHash: quickHash('just looking') },
    ];
    const { attempt } = signInWith({ accounts });
    const device = (await attempt('just looking', '10.0.0.1', { actor: 'viewer' }))?.device ?? '';
    const strangers = await flood(attempt);
    await expect(attempt('correct horse', '10.0.0.2', { actor: 'admin', device })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    await Promise.all(strangers);
  });

  test('a limiter that does not answer holds nobody up for more than five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = new Promise<never>(() => {});
    const { attempt } = signInWith({ rateLimiter: { peek: () => silent, take: () => silent } });
    const outcome = expect(attempt('correct horse', '10.0.0.1')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await vi.advanceTimersByTimeAsync(5_000);
    await outcome;
    vi.useRealTimers();
  });
});

describe('sessions', () => {
  async function begin(signIn: ReturnType<typeof createPasswordSignIn>): Promise<string> {
    const attempt = { actor: null, device: null, password: 'correct horse', remoteAddress: '10.0.0.1' };
    const signedIn = await signIn.signIn(attempt);
    if (signedIn === null) throw new Error('not let in');
    return signedIn.token;
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

  test('a clock that is set back makes no session longer', async () => {
    const { clock, signIn } = signInWith({ idleMs: 2 * hourMs, maxAgeMs: 3 * hourMs });
    const token = await begin(signIn);
    clock.advance(hourMs);
    expect(signIn.find(token)).not.toBeNull();
    clock.advance(-5 * hourMs);
    expect(signIn.find(token)).not.toBeNull();
    clock.advance(1.5 * hourMs);
    expect(signIn.find(token)).not.toBeNull();
    clock.advance(hourMs / 2);
    expect(signIn.find(token)).toBeNull();
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
    await signIn.signOut(token);
    expect(signIn.find(token)).toBeNull();
  });
});
