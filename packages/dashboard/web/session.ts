import { computed, signal } from '@preact/signals';
import type { Service, Session } from './data.ts';

/** Who is there; null while that is being asked. */
export const session = signal<Session | null>(null);
export const service = computed<Service | null>(() => session.value?.service ?? null);
/** Whether changes are offered. The server decides. */
export const canChange = computed(() => session.value?.visitor?.role === 'manager');

/** Called when the server no longer knows the visitor. */
export function signedOut(): void {
  if (session.value !== null) session.value = { ...session.value, visitor: null, service: null };
}

/** An operation's name for people. */
export function titleOf(operation: string): string {
  return service.value?.operations.find(({ name }) => name === operation)?.title ?? operation;
}

/** Where clients reach the API, without a slash at its end. */
export function apiAddress(): string {
  return new URL(service.value?.apiUrl ?? '/', document.baseURI).href.replace(/\/+$/, '');
}
