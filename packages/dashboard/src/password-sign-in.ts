import {
  type Clock,
  ConversionError,
  checkOptionNames,
  type OptionNames,
  type RateLimiter,
  systemClock,
} from '@platen/core';
import { createMemoryRateLimiter } from '@platen/core/memory';
import { isPasswordHash, verifyPassword } from './password-hash.ts';
import { createSessions, type SessionBounds } from './sessions.ts';
import { isVisitor, type Role, type Visitor } from './visitor.ts';

/** One password, and what it opens. */
export interface PasswordAccount {
  /** Shown on the page and in the log of changes. */
  readonly actor: string;
  readonly role: Role;
  /** What `hashPassword` made of the password. */
  readonly passwordHash: string;
}

/** Who may sign in, and how long for. */
export interface PasswordSignInOptions extends Partial<SessionBounds> {
  /** At most ten. */
  readonly accounts: readonly PasswordAccount[];
  /** Counts attempts. In memory by default: right for one process. */
  readonly rateLimiter?: RateLimiter;
  readonly clock?: Clock;
}

const optionNames: OptionNames<PasswordSignInOptions> = {
  accounts: true,
  idleMs: true,
  maxAgeMs: true,
  maxSessions: true,
  rateLimiter: true,
  clock: true,
};

/** Lets people in by a password and remembers them in sessions: for hosts that have no accounts of their own. */
export interface PasswordSignIn {
  readonly kind: 'password';
  /** The token of a new session; null for a wrong password. Rejects with `RATE_LIMITED` after too many attempts. */
  signIn(password: string, remoteAddress: string): Promise<string | null>;
  find(token: string): Visitor | null;
  signOut(token: string): void;
}

const hourMs = 3_600_000;
const maxAccounts = 10;
/** From one address: enough for typing errors, hopeless for guessing. */
const addressRule = { limit: 10, windowMs: 300_000 };
/** From all together: each attempt costs a fifth of a second of a processor. */
const totalRule = { limit: 60, windowMs: 60_000 };
/** A longer one is nobody's password. */
const maxPasswordLength = 512;

/** Throws a TypeError that names what is wrong with the options: a session that never ends, or a role that is none, most of all. */
export function createPasswordSignIn(options: PasswordSignInOptions): PasswordSignIn {
  checkOptionNames('createPasswordSignIn', options, optionNames);
  const { accounts, clock = systemClock, rateLimiter = createMemoryRateLimiter({ clock, maxKeys: 10_000 }) } = options;
  checkAccounts(accounts);
  const { idleMs = 8 * hourMs, maxAgeMs = 7 * 24 * hourMs, maxSessions = 1_000 } = options;
  const bounds = { idleMs, maxAgeMs, maxSessions };
  checkBounds(bounds);
  const sessions = createSessions(bounds, clock);

  return {
    kind: 'password',
    async signIn(password, remoteAddress) {
      await countAttempt(rateLimiter, `dashboard:${remoteAddress}`, addressRule);
      await countAttempt(rateLimiter, 'dashboard', totalRule);
      if (password.length > maxPasswordLength) return null;
      for (const { actor, role, passwordHash } of accounts) {
        if (await verifyPassword(password, passwordHash)) return sessions.begin({ actor, role });
      }
      return null;
    },
    find: sessions.find,
    signOut: sessions.end,
  };
}

function checkBounds(bounds: SessionBounds): void {
  for (const [name, value] of Object.entries(bounds)) {
    if (!(typeof value === 'number' && value > 0)) {
      throw new TypeError(`${name} must be a number above 0, not ${String(value)}`);
    }
  }
}

function checkAccounts(accounts: readonly PasswordAccount[]): void {
  if (!Array.isArray(accounts) || accounts.length === 0 || accounts.length > maxAccounts) {
    throw new TypeError(`accounts must be a list of one to ${maxAccounts}`);
  }
  for (const { actor, role, passwordHash } of accounts as readonly PasswordAccount[]) {
    if (!isVisitor({ actor, role }))
      throw new TypeError('an account needs an actor and the role "viewer" or "manager"');
    if (!isPasswordHash(passwordHash)) throw new TypeError(`passwordHash of "${actor}" is not one of hashPassword`);
  }
}

async function countAttempt(limiter: RateLimiter, key: string, rule: typeof addressRule): Promise<void> {
  const { allowed, retryAfterMs } = await limiter.take(key, rule);
  if (allowed) return;
  const retryAfterSeconds = Math.ceil(retryAfterMs / 1000);
  throw new ConversionError('RATE_LIMITED', `Too many attempts to sign in: try again in ${retryAfterSeconds} s`, {
    details: { limit: rule.limit, windowSeconds: rule.windowMs / 1000, retryAfterSeconds },
  });
}
