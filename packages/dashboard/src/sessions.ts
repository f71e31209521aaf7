import { createHash, randomBytes } from 'node:crypto';
import type { Clock, SignInStore } from '@platen/core';
import { isVisitor, type Visitor } from './visitor.ts';

/** Bounds of sessions. */
export interface SessionBounds {
  /** A session that is not used for this long ends. */
  readonly idleMs: number;
  /** No session lasts longer. */
  readonly maxAgeMs: number;
  /** Beyond this number, the session that was unused for longest ends. */
  readonly maxSessions: number;
}

/** Who is signed in, by random tokens of which only hashes are kept. */
export interface Sessions {
  /** The token of a new session, which began with the password of this hash. */
  begin(visitor: Visitor, passwordHash: string): string | Promise<string>;
  find(token: string): Visitor | null | Promise<Visitor | null>;
  end(token: string): void | Promise<void>;
}

interface Session {
  readonly visitor: Visitor;
  readonly endsAt: number;
  readonly usedAt: number;
}

/** Sessions in memory: a restart signs everybody out. */
export function createSessions({ idleMs, maxAgeMs, maxSessions }: SessionBounds, clock: Clock): Sessions {
  /** In order of last use. */
  const sessions = new Map<string, Session>();

  function use(id: string, session: Session): void {
    sessions.delete(id);
    sessions.set(id, session);
  }

  return {
    begin(visitor) {
      const token = newToken();
      const now = clock.now();
      use(idOf(token), { visitor, endsAt: now + maxAgeMs, usedAt: now });
      for (const oldest of sessions.keys()) {
        if (sessions.size <= maxSessions) break;
        sessions.delete(oldest);
      }
      return token;
    },
    find(token) {
      const id = idOf(token);
      const session = sessions.get(id);
      if (session === undefined) return null;
      const now = clock.now();
      // A clock that was set back since must not make the session longer.
      const endsAt = session.endsAt - Math.max(0, session.usedAt - now);
      if (now >= endsAt || now - session.usedAt >= idleMs) {
        sessions.delete(id);
        return null;
      }
      use(id, { ...session, endsAt, usedAt: now });
      return session.visitor;
    },
    end: (token) => void sessions.delete(idOf(token)),
  };
}

/** Sessions that all nodes know. They outlive a restart, and end with the password they began with. */
export function createSharedSessions({ idleMs, maxAgeMs, maxSessions }: SessionBounds, store: SignInStore): Sessions {
  return {
    async begin({ actor }, passwordHash) {
      const token = newToken();
      await store.beginSession({ id: idOf(token), actor, passwordHash }, maxSessions);
      return token;
    },
    async find(token) {
      const account = await store.findSession(idOf(token), { idleMs, maxAgeMs });
      if (account === null) return null;
      const { actor, role } = account;
      const visitor: unknown = { actor, role };
      return isVisitor(visitor) ? visitor : null;
    },
    end: (token) => store.endSession(idOf(token)),
  };
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function idOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
