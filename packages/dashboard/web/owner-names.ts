import { computed, signal } from '@preact/signals';
import { api } from './api.ts';
import type { Key } from './data.ts';
import { service } from './session.ts';

const keys = signal<readonly Key[]>([]);

/** Names of the keys of each owner: an owner itself may be a mere id. */
const names = computed(() => new Map(keys.value.toReversed().map(({ ownerId, name }) => [ownerId, name])));

/** Fetches the keys that names are taken from. */
export async function loadOwnerNames(): Promise<void> {
  if (service.value?.hasKeys !== true) return;
  const answer = await api<{ keys: readonly Key[] }>('keys').catch(() => null); // Ids will do.
  if (answer !== null) keys.value = answer.keys;
}

/** What to call whoever a job belongs to. */
export function ownerName(ownerId: string | null): string {
  if (ownerId === null) return 'This process';
  if (ownerId === 'dashboard') return 'Dashboard';
  const name = names.value.get(ownerId);
  const isId = /^[\da-f]{8}-[\da-f-]{27}$/.test(ownerId);
  if (!isId) return ownerId;
  return name ?? `Key ${ownerId.slice(0, 8)}`;
}

/** Owners to choose from. */
export const owners = computed(() => [...new Set(keys.value.map(({ ownerId }) => ownerId))]);
