import { invalidRequest } from '@platen/core';

/** The page a preview begins with, from the query of its address: 1 when not given. */
export function readFirstPage(query: URLSearchParams): number {
  const text = query.get('from') ?? '1';
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw invalidRequest([{ field: 'from', problem: 'must be the number of a page' }]);
}
