import type { ApiError } from './api.ts';

/** What the server says is wrong with a field, or with one item of its list, as a sentence; null when it says nothing of it. */
export function problemOf(error: ApiError | null, field: string): string | null {
  const errors = error?.details.errors;
  const own: unknown = Array.isArray(errors) ? errors.find((each) => each?.field === field)?.problem : undefined;
  return typeof own === 'string' ? `${own.charAt(0).toUpperCase()}${own.slice(1)}.` : null;
}

/** The names of the fields that the server finds something wrong with; of an item of a list, the name of the list. */
export function problemFields(error: ApiError | null): readonly string[] {
  const errors = error?.details.errors;
  return Array.isArray(errors) ? errors.map((each) => String(each?.field).replace(/\.\d+$/, '')) : [];
}
