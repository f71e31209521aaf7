import { ConversionError, type ManagementScope, type Principal } from '@platen/core';

/** Rejects with `FORBIDDEN` when a key may not run an operation. */
export function checkScope({ scopes }: Principal, operation: string): void {
  if (scopes !== null && !scopes.includes(operation)) throw forbidden(`call ${operation}`, operation);
}

/** What is done with a job, by the scope that covers the jobs of all operations. */
export type JobScope = Exclude<ManagementScope, 'webhooks'>;

const verbs: { readonly [Scope in JobScope]: string } = {
  'jobs:read': 'read jobs',
  'jobs:delete': 'cancel or delete jobs',
};

/** Whether a key may do this with jobs of an operation: that of its own operations are its own. */
export function coversJob({ scopes }: Principal, scope: JobScope, operation: string): boolean {
  return scopes === null || scopes.includes(operation) || scopes.includes(scope);
}

/** Rejects with `FORBIDDEN` when a key may not do this with the jobs of an operation. */
export function checkJobScope(principal: Principal, scope: JobScope, operation: string): void {
  if (!coversJob(principal, scope, operation)) throw forbidden(`${verbs[scope]} of ${operation}`, scope);
}

/**
 * The operations whose jobs a key may list: those asked for, or, where the key does not cover all, its own; undefined for
 * all. Rejects with `FORBIDDEN` when it asks for others, or there are none.
 */
export function listableOperations(
  principal: Principal,
  asked: readonly string[] | undefined,
  known: Iterable<string>,
): readonly string[] | undefined {
  for (const operation of asked ?? []) checkJobScope(principal, 'jobs:read', operation);
  if (asked !== undefined || principal.scopes === null || principal.scopes.includes('jobs:read')) return asked;
  const own = [...known].filter((operation) => coversJob(principal, 'jobs:read', operation));
  if (own.length === 0) throw forbidden('read jobs', 'jobs:read');
  return own;
}

/** Rejects with `FORBIDDEN` when a key may not read what signs the webhooks of its owner. */
export function checkWebhookScope({ scopes }: Principal): void {
  if (scopes !== null && !scopes.includes('webhooks')) throw forbidden('read the webhook secrets', 'webhooks');
}

function forbidden(what: string, scope: string): ConversionError {
  return new ConversionError('FORBIDDEN', `This API key may not ${what}`, { details: { scope } });
}
