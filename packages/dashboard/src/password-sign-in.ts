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

/** One password and its role. */
export interface PasswordAccount {
  /** The name to sign in with where there are several accounts; shown on the page and in the log of changes. */
  readonly actor: string;
  readonly role: Role;
  /** What `hashPassword` made of the password. */
  readonly passwordHash: string;
}

/** Who may sign in, and how long for. */
export interface PasswordSignInOptions extends Partial<SessionBounds> {
  /** At most ten. */
  readonly accounts: readonly PasswordAccount[];
  /**
   * Accounts and sessions that the nodes behind a balancer share: which password is good says the store, where it has the
   * account. In memory by default: right for one process.
   */
  readonly store?: SignInStore;
  /** Says where to find the password; shown to everybody on the sign-in page. None by default. */
  readonly hint?: string;
  /** Counts attempts. In memory by default: right for one process. */
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
  /** The account's `actor`; null where none is asked for. */
  readonly actor: string | null;
  readonly password: string;
  readonly remoteAddress: string;
  /** The device token that an earlier sign-in gave this browser; null if it has none. */
  readonly device: string | null;
}

/** A session that has begun. */
export interface SignedIn {
  /** Of the session. */
  readonly token: string;
  /** A token that the browser keeps and sends with its next attempt. It gives no access. */
  readonly device: string;
}

/** Lets people sign in with a password and remembers them in sessions, for hosts without their own accounts. */
export interface PasswordSignIn {
  readonly kind: 'password';
  /** Whether there are several accounts, so that people must enter a name. */
  readonly asksActor: boolean;
  /** Where the password is, for the page that asks for it; null for no word about it. */
  readonly hint: string | null;
  /**
   * The token of a new session; null for a wrong password or an unknown actor, after the same work. Rejects with
   * `RATE_LIMITED` after too many attempts, or when too many come at once.
   */
  signIn(attempt: SignInAttempt): Promise<SignedIn | null>;
  /** Whose session it is; null when it has ended. Rejects with `SERVICE_UNAVAILABLE` where sessions are shared and the store is down. */
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

/** Throws a TypeError that names what is wrong with the options: a session that never ends, or a role that is none, most of all. */
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
