import { computed, signal } from '@preact/signals';
import { api } from './api.ts';
import type { Owner } from './data.ts';

const known = signal<readonly Owner[]>([]);

/** What owners and keys are called: an owner itself may be a mere id. */
const ownerNames = computed(() => new Map(known.value.map(({ ownerId, keys }) => [ownerId, keys.at(0)?.name])));
const keyNames = computed(() => new Map(known.value.flatMap(({ keys }) => keys.map(({ id, name }) => [id, name]))));

/** Fetches the owners that names are taken from. */
export async function loadOwnerNames(): Promise<void> {
  const answer = await api<{ owners: readonly Owner[] }>('owners').catch(() => null); // Ids will do.
  if (answer !== null) known.value = answer.owners;
}

/** What to call whoever a job belongs to. */
export function ownerName(ownerId: string | null): string {
  if (ownerId === null) return 'This process';
  if (ownerId === 'dashboard') return 'Dashboard';
  if (!isId(ownerId)) return ownerId;
  return ownerNames.value.get(ownerId) ?? `Key ${ownerId.slice(0, 8)}`;
}

/** What to call the key that a job was sent with; its id where it is unknown. */
export function keyName(keyId: string): string {
  return keyNames.value.get(keyId) ?? keyId;
}

/** Whether an owner or key has no name but a random id. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}-[\da-f-]{27}$/.test(text);
}

/** Owners to choose from. */
export const owners = computed(() => known.value.map(({ ownerId }) => ownerId));

/** Those whose jobs are to be expected: a key of theirs is valid, or they had jobs of late. */
export const activeOwners = computed(() =>
  known.value.filter(({ isActive }) => isActive).map(({ ownerId }) => ownerId),
);
