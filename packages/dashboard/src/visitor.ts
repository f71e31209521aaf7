/** What a visitor may do: only look, or also change things. */
export type Role = 'viewer' | 'manager';

/** A visitor who may see the pages. */
export interface Visitor {
  /** Who it is, for the log of changes and the corner of the page: an account, an address. */
  readonly actor: string;
  readonly role: Role;
}

/**
 * Says who sends a request and what they may do; null for a visitor without access. Called for every request for data, and
 * every few minutes for a page that stays open.
 */
export type Authorize<Source> = (request: Source) => Visitor | null | Promise<Visitor | null>;

/** Whether a value that a host handed over, perhaps from JavaScript, is a visitor. */
export function isVisitor(value: unknown): value is Visitor {
  if (typeof value !== 'object' || value === null) return false;
  const { actor, role } = value as Partial<Record<keyof Visitor, unknown>>;
  return typeof actor === 'string' && (role === 'viewer' || role === 'manager');
}
