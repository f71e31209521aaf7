/** A value as JSON for a text column; null stays null, so that the column shows that there is none. */
export function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** What `toJson` wrote into a column of ours. */
export function fromJson<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}

/** How locks, counts and sums name the owner of a job: an owner might be called anything, also nothing. */
export function ownerKey(ownerId: string | null): string {
  return ownerId === null ? '' : `=${ownerId}`;
}

/** The owner that `ownerKey` wrote: null for no owner. */
export function fromOwnerKey(owner: string): string | null {
  return owner === '' ? null : owner.slice(1);
}
