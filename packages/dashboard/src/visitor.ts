/** A `viewer` may look at everything; a `manager` may also change things. */
export type Role = 'viewer' | 'manager';

/** A person who may see the pages. */
export interface Visitor {
  /** The name of the person, such as an account or an address. The page and the log of changes show it. */
  readonly actor: string;
  readonly role: Role;
}

/**
 * Returns the sender of a request and their role; null if they have no access. It is called for every request for data, and
 * every few minutes for a page that stays open.
 */
export type Authorize<Source> = (request: Source) => Visitor | null | Promise<Visitor | null>;

/** Whether a value that a host handed over, perhaps from JavaScript, is a visitor. */
export function isVisitor(value: unknown): value is Visitor {
  if (typeof value !== 'object' || value === null) return false;
  const { actor, role } = value as Partial<Record<keyof Visitor, unknown>>;
  return typeof actor === 'string' && (role === 'viewer' || role === 'manager');
}
