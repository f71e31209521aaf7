import type { SqlValue } from './transactions.ts';

/** Takes a value, and returns what stands for it in the statement. */
export type Put = (value: SqlValue) => string;

/** Collects the values of a statement that is put together from parts. */
export function createPlaceholders(): { readonly values: SqlValue[]; readonly put: Put } {
  const values: SqlValue[] = [];
  return { values, put: (value) => `$${values.push(value)}` };
}
