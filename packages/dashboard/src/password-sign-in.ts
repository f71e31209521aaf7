import {
  type Clock,
  ConversionError,
  type RateLimiter,
  type RateRule,
  type RateState,
  type SignInStore,
  systemClock,
} from '@platen/core';
import { checkOptionNames, type OptionNames } from '@platen/core/internal';
import { createMemoryRateLimiter } from '@platen/core/memory';
import { createKnownSources } from './known-sources.ts';
import { hashWork, isPasswordHash, verifyPassword } from './password-hash.ts';
import { createSessions, createSharedSessions, type SessionBounds } from './sessions.ts';
import { type AttemptSource, createSignInLine } from './sign-in-line.ts';
import { isVisitor, type Role, type Visitor } from './visitor.ts';
import { within } from './within.ts';

/** An account with a password and a role. */
export interface PasswordAccount {
  /** The name for signing in, if there are several accounts. The page and the log of changes show it. */
  readonly actor: string;
  readonly role: Role;
  /** The result of `hashPassword`. */
  readonly passwordHash: string;
}

/** The accounts, and how long their sessions last. */
export interface PasswordSignInOptions extends Partial<SessionBounds> {
  /** One to ten accounts. */
  readonly accounts: readonly PasswordAccount[];
  /**
   * Accounts and sessions that nodes behind a balancer share. If the store has an account, its password counts. In memory by
   * default, which is right for one process.
   */
  readonly store?: SignInStore;
  /** Says where to find the password; shown to everybody on the sign-in page. None by default. */
  readonly hint?: string;
  /** Counts attempts. In memory by default, which is right for one process. */
  readonly rateLimiter?: RateLimiter;
  readonly clock?: Clock;
}

const optionNames: OptionNames<PasswordSignInOptions> = {
  accounts: true,
  store: true,
  idleMs: true,
  maxAgeMs: true,
  maxSessions: true,
  hint: true,
  rateLimiter: true,
  clock: true,
};

/** An attempt to sign in. */
export interface SignInAttempt {
  /** The `actor` of the account; null if the page asks for none. */
  readonly actor: string | null;
  readonly password: string;
  readonly remoteAddress: string;
  /** The device token that an earlier sign-in gave this browser; null if it has none. */
  readonly device: string | null;
}

/** A new session. */
export interface SignedIn {
  /** The token of the session. */
  readonly token: string;
  /** A token that the browser keeps and sends with its next attempt. It gives no access. */
  readonly device: string;
}

/** Lets people sign in with a password and remembers them in sessions, for hosts without their own accounts. */
export interface PasswordSignIn {
  readonly kind: 'password';
  /** True if there are several accounts, so that people must enter a name. */
  readonly asksActor: boolean;
  /** The hint on the sign-in page about where to find the password; null for none. */
  readonly hint: string | null;
  /**
   * Signs in, and resolves to a new session; null if the password is wrong or the actor is unknown, which takes the same
   * time. Rejects with `RATE_LIMITED` after too many attempts, or if too many come at once.
   */
  signIn(attempt: SignInAttempt): Promise<SignedIn | null>;
  /**
   * The visitor of a session; null if it has ended. Rejects with `SERVICE_UNAVAILABLE` if sessions are shared and the store
   * is down.
   */
  find(token: string): Visitor | null | Promise<Visitor | null>;
  signOut(token: string): void | Promise<void>;
}

const hourMs = 3_600_000;
const maxAccounts = 10;
/** From one source: enough for typing errors, hopeless for guessing. */
const sourceRule = { limit: 10, windowMs: 300_000 };
/** From all strangers together: each attempt costs a fifth of a second of a processor. Known sources do not count. */
const strangersRule = { limit: 60, windowMs: 60_000 };
/** A longer one is nobody's password. */
const maxPasswordLength = 512;
/** A limiter in a database that does not answer must not hold up the line. */
const limiterMs = 5_000;

/**
 * Creates the sign-in with passwords. Throws a TypeError on wrong options, such as an unknown role or a session that never
 * ends.
 */
export function createPasswordSignIn(options: PasswordSignInOptions): PasswordSignIn {
  checkOptionNames('createPasswordSignIn', options, optionNames);
  const { accounts, clock = systemClock, rateLimiter = createMemoryRateLimiter({ clock, maxKeys: 10_000 }) } = options;
  checkAccounts(accounts);
  const { idleMs = 8 * hourMs, maxAgeMs = 7 * 24 * hourMs, maxSessions = 1_000 } = options;
  const bounds = { idleMs, maxAgeMs, maxSessions };
  checkBounds(bounds);
  const { store } = options;
  const sessions = store === undefined ? createSessions(bounds, clock) : createSharedSessions(bounds, store);
  const sources = createKnownSources(clock);
  const line = createSignInLine();
  const asksActor = accounts.length > 1;
  const decoyHash = costliest(accounts);

  return {
    kind: 'password',
    asksActor,
    hint: options.hint ?? null,
    async signIn({ actor, password, remoteAddress, device }) {
      const account = accounts.find((each) => !asksActor || each.actor === actor);
      // Another node may have changed it since.
      const shared = account === undefined ? null : ((await store?.findAccount(account.actor)) ?? null);
      const passwordHash = shared?.passwordHash ?? account?.passwordHash ?? decoyHash;
      const source = sources.find(remoteAddress, device, passwordHash);
      const isRight = await line.run(source, async () => {
        await within(limiterMs, 'the rate limiter', countAttempt(rateLimiter, source));
        return password.length <= maxPasswordLength && (await verifyPassword(password, passwordHash));
      });
      if (account === undefined || !isRight) return null;
      return {
        token: await sessions.begin({ actor: account.actor, role: account.role }, passwordHash),
        device: sources.remember(source, remoteAddress, passwordHash),
      };
    },
    find: sessions.find,
    signOut: sessions.end,
  };
}

/** Unknown actors cost what the costliest of the known ones does. */
function costliest(accounts: readonly PasswordAccount[]): string {
  const hashes = accounts.map(({ passwordHash }) => passwordHash);
  return hashes.reduce((most, hash) => (hashWork(hash) > hashWork(most) ? hash : most));
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
    if (accounts.filter((each) => each.actor === actor).length > 1) {
      throw new TypeError(`there are two accounts with the actor "${actor}"`);
    }
    if (!isPasswordHash(passwordHash)) throw new TypeError(`passwordHash of "${actor}" is not from hashPassword`);
  }
}

/** Counts an attempt for its source, and for all strangers: only what the latter allow is remembered one by one. */
async function countAttempt(limiter: RateLimiter, { id, isKnown }: AttemptSource): Promise<void> {
  const own = `dashboard:${id}`;
  refuseOver(sourceRule, await limiter.peek(own, sourceRule));
  if (!isKnown) refuseOver(strangersRule, await limiter.take('dashboard', strangersRule));
  refuseOver(sourceRule, await limiter.take(own, sourceRule));
}

function refuseOver(rule: RateRule, { allowed, retryAfterMs }: RateState): void {
  if (allowed) return;
  const retryAfterSeconds = Math.ceil(retryAfterMs / 1000);
  throw new ConversionError('RATE_LIMITED', `Too many attempts to sign in: try again in ${retryAfterSeconds} s`, {
    details: { limit: rule.limit, windowSeconds: rule.windowMs / 1000, retryAfterSeconds },
  });
}
