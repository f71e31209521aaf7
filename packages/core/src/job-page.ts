import { invalidRequest } from './errors.ts';
import type { PageRequest } from './job-store.ts';

/** Where a page of jobs ended: the last job on it. */
export interface JobPosition {
  readonly createdAt: number;
  readonly id: string;
}

const defaultLimit = 100;
const maxLimit = 1_000;

/** How many jobs a page has: the requested number, within the bounds of `PageRequest`. */
export function pageLimit({ limit = defaultLimit }: PageRequest): number {
  return Math.min(Math.max(1, Math.floor(limit)), maxLimit);
}

/** Encodes a position as the opaque cursor that every job store returns. */
export function encodeCursor({ createdAt, id }: JobPosition): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
}

/** Reads a cursor. Throws `INVALID_REQUEST` for any other text, because clients send cursors. */
export function decodeCursor(cursor: string): JobPosition {
  try {
    const fields: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(fields) && isTime(fields[0]) && isText(fields[1])) return { createdAt: fields[0], id: fields[1] };
  } catch {
    // Not JSON: rejected below.
  }
  throw invalidRequest([{ field: 'cursor', problem: 'is not one that a listing returned' }]);
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Text that every store can compare: a database may refuse a NUL and half a character. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
}
