/** An account with which people sign in by password. */
export interface SignInAccount {
  readonly actor: string;
  /** The role of the account. The caller of the store defines its values. */
  readonly role: string;
  /** The hash of the password; the password itself is not stored. */
  readonly passwordHash: string;
}

/** A new session. */
export interface NewSession {
  /** The hash of its token. */
  readonly id: string;
  readonly actor: string;
  /** The hash of the password that was entered. The session ends when the account gets another password. */
  readonly passwordHash: string;
}

/**
 * Accounts and sessions that several nodes share: a person who signs in at one node is signed in at all of them. Times are
 * by the clock of the store.
 */
export interface SignInStore {
  /** Adds an account, unless its actor already has one. Resolves to the account that exists afterwards. */
  addAccount(account: SignInAccount): Promise<SignInAccount>;
  /** Stores an account, replacing that of the same actor. Sessions that began with another password end on all nodes. */
  saveAccount(account: SignInAccount): Promise<void>;
  findAccount(actor: string): Promise<SignInAccount | null>;
  /** Starts a session. If there are then more than `maxSessions`, the session that was unused for longest ends. */
  beginSession(session: NewSession, maxSessions: number): Promise<void>;
  /**
   * Returns the account of a session, and counts as a use of the session. Null if the session is unknown, its password was
   * changed, it was not used for `idleMs`, or it began `maxAgeMs` ago.
   */
  findSession(
    id: string,
    bounds: { readonly idleMs: number; readonly maxAgeMs: number },
  ): Promise<SignInAccount | null>;
  endSession(id: string): Promise<void>;
}
