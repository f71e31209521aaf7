import { type FieldProblem, invalidRequest } from '@platen/core';
import { deliveryStates } from '@platen/core/internal';

const maxOwnerLength = 200;
/** There are fewer. */
const maxEvents = 20;
const maxOverlapHours = 24 * 30;
const pageSize = 50;
const maxPageSize = 500;

/** What a form asks a new endpoint to be; the URL itself is judged by who sends to it. Throws `INVALID_REQUEST`. */
export function readNewEndpoint({ ownerId, url, events, force }: Readonly<Record<string, unknown>>) {
  const problems: FieldProblem[] = [];
  const owner = typeof ownerId === 'string' ? ownerId.trim() : '';
  if (owner === '' || owner.length > maxOwnerLength) {
    problems.push({ field: 'ownerId', problem: `is needed, of at most ${maxOwnerLength} characters` });
  }
  const address = typeof url === 'string' ? url.trim() : '';
  if (address === '') problems.push({ field: 'url', problem: 'is needed' });
  const isList =
    Array.isArray(events) && events.length <= maxEvents && events.every((name) => typeof name === 'string');
  if (events !== undefined && events !== null && !isList) {
    problems.push({ field: 'events', problem: 'must be a list of events' });
  }
  if (problems.length > 0) throw invalidRequest(problems);
  return {
    ownerId: owner,
    url: address,
    isForced: force === true,
    ...(isList ? { events: [...new Set<string>(events)] } : {}),
  };
}

/** How long the old secret keeps signing. */
export function readOverlapHours({ overlapHours = 24 }: Readonly<Record<string, unknown>>): number {
  if (typeof overlapHours === 'number' && overlapHours >= 0 && overlapHours <= maxOverlapHours) return overlapHours;
  throw invalidRequest([{ field: 'overlapHours', problem: `must be a number from 0 to ${maxOverlapHours}` }]);
}

/** The event to send again; null for all. */
export function readEventId({ eventId = null }: Readonly<Record<string, unknown>>): string | null {
  if (eventId === null || typeof eventId === 'string') return eventId;
  throw invalidRequest([{ field: 'eventId', problem: 'must be the id of an event' }]);
}

/** Which deliveries of an endpoint, and how many. The store knows no cursors: a page that wants more asks for more. */
export function readDeliveryFilter(query: URLSearchParams) {
  const given = query.get('state');
  const state = deliveryStates.find((name) => name === given);
  const limit = Number(query.get('limit') ?? pageSize);
  const problems: FieldProblem[] = [];
  if (given !== null && state === undefined)
    problems.push({ field: 'state', problem: 'is not a state', allowed: deliveryStates });
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= maxPageSize)) {
    problems.push({ field: 'limit', problem: `must be 1 to ${maxPageSize}` });
  }
  if (problems.length > 0) throw invalidRequest(problems);
  return { filter: state === undefined ? {} : { states: [state] }, limit };
}
