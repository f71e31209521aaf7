import type { Endpoint } from '../data.ts';

/** The events that endpoints may subscribe to, and their names in a form. */
export const eventNames = {
  'job.completed': 'Completed',
  'job.failed': 'Failed',
  'job.cancelled': 'Cancelled',
} as const;

/** Where messages go. URLs of jobs along may hold secrets, and are nowhere to be seen. */
export function urlText({ url }: Pick<Endpoint, 'url'>): string {
  return url ?? 'URLs of jobs';
}

export function eventsText(events: readonly string[] | null): string {
  if (events === null) return 'All';
  const names: Readonly<Record<string, string>> = eventNames;
  return events.map((event) => names[event] ?? event).join(', ');
}
