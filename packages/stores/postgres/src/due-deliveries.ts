import type { WebhookTake } from '@platen/core';
import { destination } from './migrations.ts';
import { nowMs, type Sql } from './transactions.ts';

/** How far the destinations of deliveries were looked at. */
export interface Walk {
  /** Where the next walk begins; null for the first destination. */
  readonly walkedTo: { readonly endpointId: string; readonly destination: string } | null;
}

/**
 * Destinations that one walk looks at, each by two steps down an index: 30 ms in all. Where more have deliveries that
 * wait, the next walk goes on.
 */
const walkedAtOnce = 2_000;

/** From one destination with pending deliveries to the next: the other entries of an index are passed over. */
const nextDestination = (after: string) => `
  SELECT endpoint_id, ${destination} AS destination FROM webhook_deliveries
  WHERE state = 'pending' AND (endpoint_id, ${destination}) > (${after})
  ORDER BY endpoint_id, ${destination} LIMIT 1`;

/**
 * The numbers of deliveries to take: those that have been due for longest, within the bounds of the request. A few are
 * read for each destination, however many wait there.
 */
export async function chooseDue(
  sql: Sql,
  { limit, perUrl, perOwner, underWay }: WebhookTake,
  from: Walk['walkedTo'],
): Promise<Walk & { readonly numbers: readonly string[] }> {
  const rows = await sql.all<{ number: number | null; endpoint_id: string; destination: string }>(
    `WITH RECURSIVE destinations AS (
       (${nextDestination('$6, $7::bigint')})
       UNION ALL
       SELECT following.* FROM destinations
         CROSS JOIN LATERAL (${nextDestination('destinations.endpoint_id, destinations.destination')}) AS following
     ), walked AS MATERIALIZED (
       SELECT *, coalesce((SELECT owner_id FROM webhook_endpoints WHERE id = endpoint_id), endpoint_id) AS owner
       FROM destinations LIMIT ${walkedAtOnce}
     ), busy AS MATERIALIZED (
       SELECT webhook_deliveries.event_id, webhook_deliveries.endpoint_id, ${destination} AS destination,
         coalesce((SELECT owner_id FROM webhook_endpoints WHERE id = webhook_deliveries.endpoint_id), webhook_deliveries.endpoint_id) AS owner
       FROM unnest($4::text[], $5::text[]) AS given (event_id, endpoint_id)
         JOIN webhook_deliveries USING (event_id, endpoint_id)
     ), due AS (
       SELECT number, available_at, owner, walked.endpoint_id, walked.destination,
         (SELECT count(*) FROM busy WHERE (busy.endpoint_id, busy.destination) = (walked.endpoint_id, walked.destination))
           + row_number() OVER (PARTITION BY walked.endpoint_id, walked.destination ORDER BY available_at, number) AS url_place
       FROM walked CROSS JOIN LATERAL (
         SELECT number, available_at FROM webhook_deliveries
         WHERE state = 'pending' AND endpoint_id = walked.endpoint_id AND ${destination} = walked.destination
           AND available_at <= (SELECT ${nowMs})
           AND (event_id, endpoint_id) NOT IN (SELECT event_id, endpoint_id FROM busy)
         ORDER BY available_at, number LIMIT $2
       ) AS first
     ), placed AS (
       SELECT number, available_at,
         (SELECT count(*) FROM busy WHERE busy.owner = due.owner)
           + row_number() OVER (PARTITION BY owner ORDER BY available_at, number) AS owner_place
       FROM due WHERE url_place <= $2
     )
     (SELECT number, NULL AS endpoint_id, NULL AS destination FROM placed WHERE owner_place <= $3
       ORDER BY available_at, number LIMIT $1)
     UNION ALL
     (SELECT NULL, endpoint_id, destination::text FROM walked WHERE (SELECT count(*) FROM walked) = ${walkedAtOnce}
       ORDER BY endpoint_id DESC, destination DESC LIMIT 1)`,
    [
      limit,
      perUrl,
      perOwner,
      underWay.map(({ eventId }) => eventId),
      underWay.map(({ endpointId }) => endpointId),
      from?.endpointId ?? '',
      // Before every other value.
      from?.destination ?? '-9223372036854775808',
    ],
  );
  const end = rows.find(({ number }) => number === null);
  return {
    numbers: rows.flatMap(({ number }) => (number === null ? [] : [String(number)])),
    walkedTo: end === undefined ? null : { endpointId: end.endpoint_id, destination: end.destination },
  };
}
