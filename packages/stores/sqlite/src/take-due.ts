import type { DatabaseSync } from 'node:sqlite';
import type { WebhookTake } from '@platen/core';
import type { DeliveryRow } from '@platen/core/sql';

/** Where deliveries go: an endpoint, or one URL of those that came with jobs. */
interface Destination {
  readonly endpointId: string;
  readonly url: string;
}

/** A delivery that may be taken. */
interface Candidate {
  readonly number: number;
  readonly availableAt: number;
  readonly owner: string;
}

/** Destinations that one call looks at, some 10 µs each. Where more have deliveries that wait, the next call goes on. */
const walkedAtOnce = 2_000;

/**
 * Takes deliveries that are due, those that have been for longest first. A few are read for each destination, however many
 * wait there: an index leads from one destination to the next.
 */
export function createTakeDue(database: DatabaseSync): (request: WebhookTake, now: number) => readonly DeliveryRow[] {
  // Two statements, each a step down the index: of a comparison of both columns SQLite searches for the first alone, and passes
  // over all that waits there.
  const nextAfter = (condition: string) =>
    database.prepare(`
      SELECT endpoint_id, coalesce(url, '') AS url,
        coalesce((SELECT owner_id FROM webhook_endpoints WHERE id = endpoint_id), endpoint_id) AS owner
      FROM webhook_deliveries INDEXED BY webhook_deliveries_pending
      WHERE state = 'pending' AND ${condition} ORDER BY endpoint_id, coalesce(url, '') LIMIT 1`);
  const nextUrl = nextAfter("endpoint_id = ? AND coalesce(url, '') > ?");
  const nextEndpoint = nextAfter('endpoint_id > ?');
  const due = database.prepare(`
    SELECT number, event_id, available_at FROM webhook_deliveries
    WHERE state = 'pending' AND endpoint_id = ? AND coalesce(url, '') = ? AND available_at <= ?
    ORDER BY available_at, number LIMIT ?`);
  const known = database.prepare(`
    SELECT coalesce(url, '') AS url,
      coalesce((SELECT owner_id FROM webhook_endpoints WHERE id = endpoint_id), endpoint_id) AS owner
    FROM webhook_deliveries WHERE event_id = ? AND endpoint_id = ?`);
  const take = database.prepare(
    'UPDATE webhook_deliveries SET attempts = attempts + 1, available_at = ? WHERE number = ? RETURNING *',
  );
  let walkedTo: Destination | null = null;

  /** What is under way, by destination and by owner. */
  function countBusy(underWay: WebhookTake['underWay']) {
    const ofDestination = new Map<string, number>();
    const ofOwner = new Map<string, number>();
    for (const { eventId, endpointId } of underWay) {
      const row = known.get(eventId, endpointId);
      if (row === undefined) continue;
      add(ofDestination, nameOf({ endpointId, url: String(row.url) }));
      add(ofOwner, String(row.owner));
    }
    return { ofDestination, ofOwner };
  }

  return ({ limit, perUrl, perOwner, underWay, holdMs }, now) => {
    const busy = countBusy(underWay);
    const isBusy = new Set(underWay.map(({ eventId, endpointId }) => JSON.stringify([eventId, endpointId])));
    const candidates: Candidate[] = [];
    let at: Destination = walkedTo ?? { endpointId: '', url: '' };
    walkedTo = null;
    for (let walked = 0; ; walked += 1) {
      const row = nextUrl.get(at.endpointId, at.url) ?? nextEndpoint.get(at.endpointId);
      if (row === undefined) break;
      if (walked === walkedAtOnce) {
        walkedTo = at;
        break;
      }
      at = { endpointId: String(row.endpoint_id), url: String(row.url) };
      const room = perUrl - (busy.ofDestination.get(nameOf(at)) ?? 0);
      if (room <= 0) continue;
      // Those under way are among the first when their hold is over.
      const found = due
        .all(at.endpointId, at.url, now, room + underWay.length)
        .filter(({ event_id }) => !isBusy.has(JSON.stringify([event_id, at.endpointId])))
        .slice(0, room);
      for (const { number, available_at } of found) {
        candidates.push({ number: Number(number), availableAt: Number(available_at), owner: String(row.owner) });
      }
    }
    return choose(candidates, { limit, perOwner }, busy.ofOwner)
      .map(({ number }) => take.get(now + holdMs, number) as unknown as DeliveryRow)
      .sort((a, b) => a.number - b.number);
  };
}

/** Those that have been due for longest, within the bounds. */
function choose(
  candidates: readonly Candidate[],
  { limit, perOwner }: Pick<WebhookTake, 'limit' | 'perOwner'>,
  ofOwner: Map<string, number>,
): readonly Candidate[] {
  const chosen: Candidate[] = [];
  for (const candidate of candidates.toSorted((a, b) => a.availableAt - b.availableAt || a.number - b.number)) {
    if (chosen.length === limit) break;
    if ((ofOwner.get(candidate.owner) ?? 0) >= perOwner) continue;
    add(ofOwner, candidate.owner);
    chosen.push(candidate);
  }
  return chosen;
}

function nameOf({ endpointId, url }: Destination): string {
  return JSON.stringify([endpointId, url]);
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
