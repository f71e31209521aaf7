import { type FieldProblem, invalidRequest, type JobFilter, type JobState, type PageRequest } from '@platen/core';
import { jobTransitions } from '@platen/core/internal';

/** Values one filter may list: there are fewer states and operations. */
const maxValues = 20;
const maxTextLength = 200;
const pageSize = 50;
const maxPageSize = 200;

/** The filter and page of a listing, from the query of its address. Throws `INVALID_REQUEST` for all that is wrong. */
export function readFilter(query: URLSearchParams): { readonly filter: JobFilter; readonly page: PageRequest } {
  const problems: FieldProblem[] = [];
  const states = readStates(query, problems);
  const operations = query.getAll('operation').slice(0, maxValues);
  const text = query.get('text')?.trim().slice(0, maxTextLength) ?? '';
  const createdFrom = readTime(query, 'from', problems);
  const createdBefore = readTime(query, 'before', problems);
  const cursor = query.get('cursor');
  const limit = Number(query.get('limit') ?? pageSize);
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= maxPageSize)) {
    problems.push({ field: 'limit', problem: `must be 1 to ${maxPageSize}` });
  }
  const owner = query.get('owner');
  if (problems.length > 0) throw invalidRequest(problems);
  return {
    filter: {
      order: query.get('order') === 'oldest' ? 'oldest' : 'newest',
      ...(states.length === 0 ? {} : { states }),
      ...(operations.length === 0 ? {} : { operations }),
      ...(text === '' ? {} : { text }),
      ...(createdFrom === undefined ? {} : { createdFrom }),
      ...(createdBefore === undefined ? {} : { createdBefore }),
      ...(owner === null ? {} : { ownerId: owner === '' ? null : owner.slice(0, maxTextLength) }),
    },
    page: { limit, ...(cursor === null ? {} : { cursor }) },
  };
}

function readStates(query: URLSearchParams, problems: FieldProblem[]): readonly JobState[] {
  const states = query.getAll('state').slice(0, maxValues);
  const known = states.filter(isState);
  if (known.length < states.length) {
    problems.push({ field: 'state', problem: 'is not a state', allowed: Object.keys(jobTransitions) });
  }
  return known;
}

function isState(name: string): name is JobState {
  return Object.hasOwn(jobTransitions, name);
}

/** Milliseconds since the epoch. */
function readTime(query: URLSearchParams, field: string, problems: FieldProblem[]): number | undefined {
  const text = query.get(field);
  if (text === null) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  problems.push({ field, problem: 'must be milliseconds since 1970' });
  return undefined;
}
