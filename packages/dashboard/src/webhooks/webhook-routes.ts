import { ConversionError, invalidRequest, type OwnerSources, type WebhookEndpoint } from '@platen/core';
import { listOwners, ownerProblem } from '@platen/core/internal';
import { jsonReply } from '@platen/http';
import type { Call, Route } from '../call.ts';
import type { Settings } from '../dashboard-options.ts';
import { readJson } from '../read-json.ts';
import type { DashboardWebhooks } from './dashboard-webhooks.ts';
import { endpointStanding } from './endpoint-standing.ts';
import { readDeliveryFilter, readEventId, readNewEndpoint, readOverlapHours } from './read-webhook.ts';
import { viewDelivery, viewEndpoint } from './webhook-view.ts';

/** Endpoints of one answer, each with its standing: an owner has fewer, and owners can be chosen. */
const maxListed = 50;
const maxOwners = 1_000;
const hourMs = 3_600_000;

/** Webhook endpoints and what was sent to them. A secret is in the answer that makes it, and nowhere else. */
// Long: the rows of one table.
export function webhookRoutes<Source>({ webhooks, engine, keys, clock }: Settings<Source>): readonly Route[] {
  if (webhooks === null) return [];
  return [
    {
      method: 'GET',
      path: 'data/webhooks',
      access: 'viewer',
      async answer({ query }) {
        const owner = query.get('owner') ?? '';
        const all = await webhooks.listEndpoints();
        const owners = [...new Set(all.map(({ ownerId }) => ownerId))].toSorted();
        const wanted = owner === '' ? byOwner(all) : all.filter(({ ownerId }) => ownerId === owner);
        const endpoints = await Promise.all(
          wanted.slice(0, maxListed).map(async (endpoint) => ({
            ...viewEndpoint(endpoint, clock.now()),
            standing: await endpointStanding(webhooks, endpoint.id),
          })),
        );
        return jsonReply(200, { endpoints, total: wanted.length, owners: owners.slice(0, maxOwners) });
      },
    },
    {
      method: 'POST',
      path: 'data/webhooks',
      access: 'manager',
      async answer({ request }) {
        const { isForced, ...wanted } = readNewEndpoint(await readJson(request.message));
        if (!isForced) await checkOwner(wanted.ownerId, { keys, jobs: engine, now: clock.now() });
        const made = await webhooks.createEndpoint(wanted);
        return jsonReply(201, withSecret(made, clock.now()));
      },
    },
    {
      method: 'POST',
      path: 'data/webhooks/{id}/rotate',
      access: 'manager',
      async answer(call) {
        const overlapMs = readOverlapHours(await readJson(call.request.message)) * hourMs;
        const rotated = await webhooks.rotateSecret(call.parameters.id ?? '', overlapMs);
        if (rotated === null) throw unknownEndpoint();
        return jsonReply(201, withSecret(rotated, clock.now()));
      },
    },
    {
      method: 'POST',
      path: 'data/webhooks/{id}/test',
      access: 'manager',
      async answer({ parameters }) {
        const result = await webhooks.sendTest(parameters.id ?? '');
        if (result === null) throw unknownEndpoint();
        return jsonReply(200, result);
      },
    },
    {
      method: 'DELETE',
      path: 'data/webhooks/{id}',
      access: 'manager',
      async answer({ parameters }) {
        if (!(await webhooks.removeEndpoint(parameters.id ?? ''))) throw unknownEndpoint();
        return jsonReply(200, {});
      },
    },
    {
      method: 'GET',
      path: 'data/webhooks/{id}/deliveries',
      access: 'viewer',
      async answer(call) {
        const { filter, limit } = readDeliveryFilter(call.query);
        const endpoint = await findEndpoint(webhooks, call);
        const [found, standing] = await Promise.all([
          webhooks.listDeliveries({ ...filter, endpointId: endpoint.id }, limit + 1),
          endpointStanding(webhooks, endpoint.id),
        ]);
        return jsonReply(200, {
          endpoint: { ...viewEndpoint(endpoint, clock.now()), standing },
          deliveries: found.slice(0, limit).map(viewDelivery),
          hasMore: found.length > limit,
        });
      },
    },
    {
      method: 'POST',
      path: 'data/webhooks/{id}/replay',
      access: 'manager',
      async answer(call) {
        const eventId = readEventId(await readJson(call.request.message));
        const { id: endpointId } = await findEndpoint(webhooks, call);
        const replayed = await webhooks.replay({
          endpointId,
          states: ['parked'],
          ...(eventId === null ? {} : { eventId }),
        });
        return jsonReply(200, { replayed });
      },
    },
  ];
}

/** An endpoint of an owner that nobody is would never be sent anything, and nobody would know why. */
async function checkOwner(ownerId: string, sources: OwnerSources): Promise<void> {
  const problem = ownerProblem(ownerId, await listOwners(sources));
  if (problem !== null) throw invalidRequest([{ field: 'ownerId', problem }]);
}

/** Those of an owner together, the oldest first. */
function byOwner(endpoints: readonly WebhookEndpoint[]): readonly WebhookEndpoint[] {
  return [...Map.groupBy(endpoints, ({ ownerId }) => ownerId)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => own);
}

function withSecret(endpoint: WebhookEndpoint, now: number) {
  return { secret: endpoint.secrets[0]?.secret, endpoint: viewEndpoint(endpoint, now) };
}

async function findEndpoint(webhooks: DashboardWebhooks, { parameters }: Call): Promise<WebhookEndpoint> {
  const found = (await webhooks.listEndpoints()).find(({ id }) => id === parameters.id);
  if (found === undefined) throw unknownEndpoint();
  return found;
}

function unknownEndpoint(): ConversionError {
  return new ConversionError('NOT_FOUND', 'The endpoint no longer exists');
}
