/** A password that lets people sign in, and its role. */
export interface SignInAccount {
  readonly actor: string;
  /** What the account may do. The values belong to the caller of the store. */
  readonly role: string;
  /** Never the password itself. */
  readonly passwordHash: string;
}

/** A session that begins. */
export interface NewSession {
  /** What its token hashes to. */
  readonly id: string;
  readonly actor: string;
  /** Of the password that was given: the session ends with it. */
  readonly passwordHash: string;
}

/**
 * Accounts and sessions that several nodes share: a person who signs in at one node is signed in at all of them. Times are
 * those of the store.
 */
export interface SignInStore {
  /** Adds an account unless its actor already has one. Resolves to the account that then exists. */
  addAccount(account: SignInAccount): Promise<SignInAccount>;
  /** Stores an account in place of the one its actor has. Sessions that began with another password end, on all nodes. */
  saveAccount(account: SignInAccount): Promise<void>;
  findAccount(actor: string): Promise<SignInAccount | null>;
  /** Beyond `maxSessions`, the session that was unused for longest ends. */
  beginSession(session: NewSession, maxSessions: number): Promise<void>;
  /**
   * The account that a session belongs to, and counts this as a use of it. Null when it is unknown, its password was changed, it
   * was not used for `idleMs` or began `maxAgeMs` ago.
   */
  findSession(
    id: string,
    bounds: { readonly idleMs: number; readonly maxAgeMs: number },
  ): Promise<SignInAccount | null>;
  endSession(id: string): Promise<void>;
}
