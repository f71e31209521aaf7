import { type FieldProblem, invalidRequest, type KeyLimits, managementScopes, type NewApiKey } from '@platen/core';

const maxNameLength = 100;
/** As on the command line: short enough for every list, and free of what a log would take for something else. */
const ownerPattern = /^[\w.@-]{1,100}$/;
const maxDays = 3_650;
const dayMs = 86_400_000;

/** What a form asks a new key to be. Throws `INVALID_REQUEST` for all that is wrong with it. */
export function readNewKey(
  body: Readonly<Record<string, unknown>>,
  operations: readonly string[],
  id: string,
  now: number,
): NewApiKey {
  const problems: FieldProblem[] = [];
  const name = typeof body.name === 'string' ? body.name.trim() : '';
  if (name === '' || name.length > maxNameLength) {
    problems.push({ field: 'name', problem: `is needed, of at most ${maxNameLength} characters` });
  }
  const owner = body.owner ?? '';
  if (typeof owner !== 'string' || (owner !== '' && !ownerPattern.test(owner))) {
    problems.push({ field: 'owner', problem: 'takes up to 100 letters, digits and the characters . _ - @' });
  }
  const scopes = readScopes(body.scopes, operations, problems);
  const quotaPerMonth = readCount(body, 'quotaPerMonth', 0, problems);
  const requestsPerMinute = readCount(body, 'requestsPerMinute', 1, problems);
  const expiresDays = readCount(body, 'expiresDays', 1, problems);
  if (expiresDays !== null && expiresDays > maxDays) {
    problems.push({ field: 'expiresDays', problem: `must be at most ${maxDays}` });
  }
  if (problems.length > 0) throw invalidRequest(problems);
  const limits: KeyLimits = {
    ...(quotaPerMonth === null ? {} : { quotaPerMonth }),
    ...(requestsPerMinute === null ? {} : { requestsPerMinute }),
  };
  return {
    id,
    ...(owner === '' ? {} : { ownerId: String(owner) }),
    name,
    createdAt: now,
    scopes,
    limits,
    expiresAt: expiresDays === null ? null : now + expiresDays * dayMs,
  };
}

/** Null for a key that may do everything. */
function readScopes(value: unknown, operations: readonly string[], problems: FieldProblem[]): readonly string[] | null {
  if (value === undefined || value === null) return null;
  const allowed = [...operations, ...managementScopes];
  const isKnown = (scope: unknown): scope is string => typeof scope === 'string' && allowed.includes(scope);
  if (Array.isArray(value) && value.length > 0 && value.length <= allowed.length && value.every(isKnown)) return value;
  problems.push({ field: 'scopes', problem: 'must be operations or scopes to manage jobs, at least one', allowed });
  return null;
}

/** A whole number from `min` on, or null where none was given. */
function readCount(
  body: Readonly<Record<string, unknown>>,
  field: string,
  min: number,
  problems: FieldProblem[],
): number | null {
  const value = body[field] ?? null;
  if (value === null) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value;
  problems.push({ field, problem: `must be a whole number of at least ${min}` });
  return null;
}
