import { type FieldProblem, invalidRequest, type JobFilter, type JobState, type PageRequest } from '@platen/core';
import { jobTransitions } from '@platen/core/internal';

/** What the query of a listing asks for. */
export interface ListQuery {
  readonly filter: Omit<JobFilter, 'ownerId'>;
  readonly page: PageRequest;
}

/** Jobs on a page. */
export const pageSize = { default: 100, max: 1_000 };
const maxTextLength = 200;
/** More values of one parameter than there are operations of any host. */
const maxValues = 50;

const states = Object.keys(jobTransitions) as readonly JobState[];
const orders = ['newest', 'oldest'] as const;
/** Parameters that may be sent several times; the others only once. */
const repeatable = ['status', 'operation'];
const names = [...repeatable, 'createdFrom', 'createdBefore', 'text', 'order', 'cursor', 'limit'];

/** Reads the query of `GET /api/manage/jobs`; throws `INVALID_REQUEST` that lists everything wrong with it. */
export function readListQuery(url: string): ListQuery {
  const query = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? '');
  const problems = findProblems(query);
  if (problems.length > 0) throw invalidRequest(problems);
  const text = query.get('text');
  const cursor = query.get('cursor');
  const limit = query.get('limit');
  const createdFrom = query.get('createdFrom');
  const createdBefore = query.get('createdBefore');
  return {
    filter: {
      ...(query.has('status') ? { states: states.filter((state) => query.getAll('status').includes(state)) } : {}),
      ...(query.has('operation') ? { operations: query.getAll('operation') } : {}),
      ...(createdFrom === null ? {} : { createdFrom: Date.parse(createdFrom) }),
      ...(createdBefore === null ? {} : { createdBefore: Date.parse(createdBefore) }),
      ...(text === null ? {} : { text }),
      order: query.get('order') === 'oldest' ? 'oldest' : 'newest',
    },
    page: { ...(cursor === null ? {} : { cursor }), limit: limit === null ? pageSize.default : Number(limit) },
  };
}

function findProblems(query: URLSearchParams): readonly FieldProblem[] {
  return [...new Set(query.keys())].flatMap((field): readonly FieldProblem[] => {
    if (!names.includes(field)) return [{ field, problem: 'is not a parameter of this route', allowed: names }];
    const values = query.getAll(field);
    if (values.length > 1 && !repeatable.includes(field)) return [{ field, problem: 'was sent more than once' }];
    if (values.length > maxValues) return [{ field, problem: `was sent more than ${maxValues} times` }];
    return values.flatMap((value) => checkValue(field, value));
  });
}

function checkValue(field: string, value: string): readonly FieldProblem[] {
  switch (field) {
    case 'status':
      return states.some((state) => state === value) ? [] : [{ field, problem: 'is not a status', allowed: states }];
    case 'order':
      return orders.some((order) => order === value) ? [] : [{ field, problem: 'is not an order', allowed: orders }];
    case 'limit': {
      const isCount = /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= pageSize.max;
      return isCount ? [] : [{ field, problem: `must be a whole number from 1 to ${pageSize.max}` }];
    }
    case 'createdFrom':
    case 'createdBefore':
      return isTimestamp(value) ? [] : [{ field, problem: 'must be a time such as 2026-11-22T10:00:00Z' }];
    case 'operation':
    case 'text': {
      const fits = value.length >= 1 && value.length <= maxTextLength && !value.includes('\0');
      return fits ? [] : [{ field, problem: `must have 1 to ${maxTextLength} characters` }];
    }
    default:
      return [];
  }
}

/** RFC 3339, as JSON Schema's `date-time`: `Date.parse` alone takes almost anything. */
const timestampPattern = /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

function isTimestamp(value: string): boolean {
  const [, day] = timestampPattern.exec(value) ?? [];
  return day !== undefined && !Number.isNaN(Date.parse(value)) && isDay(day);
}

/** `Date.parse` takes 31 February for 3 March. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
