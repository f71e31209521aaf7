import type { WebhookDelivery, WebhookEndpoint, WebhookSecret } from '@platen/core';
import { ConversionError } from '@platen/core';
import { counted, deliveryStates, listOwners, ownerProblem, suggest } from '@platen/core/internal';
import { createWebhooks, type Webhooks, webhookEvents } from '@platen/webhooks';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { countFlag, numberFlag } from '../options/number-flag.ts';
import { type ActionCommand, type FlagValues, parseAction } from '../options/parse-action.ts';
import { readRecordsPlace, recordsFlags } from '../options/store-flags.ts';
import { openRecords, type Records } from '../service/open-records.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen webhooks create <url> --owner <name> [--event <event>]… [--force] [--json]
platen webhooks test <id> [--json]
platen webhooks list [--owner <name>] [--json]
platen webhooks secret --owner <name> [--json]
platen webhooks rotate <id> [--overlap-hours <number>] [--json]
platen webhooks remove <id> [--json]
platen webhooks deliveries [--endpoint <id>] [--state <state>]… [--limit <number>] [--json]
platen webhooks replay [--endpoint <id>] [--event-id <id>] [--state <state>]… [--json]

Manages the endpoints that are notified when jobs of their owner end. "secret" shows the secret that signs messages to the URLs
of jobs (platen serve --webhook-urls). Works on the data folder of a server, also while the server runs. A secret is
shown when it is created, and by list --json.

  --data <folder>             Data folder of the server (default: ./platen-data)
  --store <url>               Use the store that several machines share instead of --data: postgres://… (PLATEN_STORE)
  --owner <name>              create, list, secret: the owner of the jobs, as "platen keys list" shows it
  --event <event>             create: job.completed, job.failed or job.cancelled; may be repeated (default: all)
  --force                     create: accept an owner without a valid key or a job, in a host that identifies callers itself
  --http                      create, test: allow a URL with http, as "platen serve --webhook-http" does
  --network <network>         create, test: allow a URL into this internal network; may be repeated
  --overlap-hours <number>    rotate: hours for which the old secret also signs (default: 24)
  --endpoint <id>             deliveries, replay: only those of this endpoint
  --event-id <id>             replay: only this event
  --state <state>             deliveries, replay: pending, delivered or parked; may be repeated (default of replay: parked)
  --limit <number>            deliveries: largest number, newest first (default: 20)
  --json                      Print JSON`;

const flags = {
  ...recordsFlags,
  owner: { type: 'string' },
  event: { type: 'string', multiple: true },
  force: { type: 'boolean', default: false },
  http: { type: 'boolean', default: false },
  network: { type: 'string', multiple: true },
  'overlap-hours': { type: 'string', default: '24' },
  endpoint: { type: 'string' },
  'event-id': { type: 'string' },
  state: { type: 'string', multiple: true },
  limit: { type: 'string', default: '20' },
} as const;

type Values = FlagValues<typeof flags>;
type Action = (
  webhooks: Webhooks,
  given: string,
  values: Values,
  terminal: Terminal,
  records: Records,
) => Promise<ExitCode>;

const actions = { create, test, list, secret, rotate, remove, deliveries, replay } satisfies Record<string, Action>;
const command: ActionCommand<typeof flags, keyof typeof actions> = {
  name: 'webhooks',
  help,
  flags,
  actions: {
    create: { takes: '<url>', flags: ['owner', 'event', 'force', 'http', 'network'] },
    test: { takes: '<id>', flags: ['http', 'network'] },
    list: { flags: ['owner'] },
    secret: { flags: ['owner'] },
    rotate: { takes: '<id>', flags: ['overlap-hours'] },
    remove: { takes: '<id>' },
    deliveries: { flags: ['endpoint', 'state', 'limit'] },
    replay: { flags: ['endpoint', 'event-id', 'state'] },
  },
};
const hourMs = 3_600_000;
/** Where a URL may lead, when one is refused: the command does not know what the server was started with. */
const allowedUrls =
  'For http or an internal network, give --http or --network, and "platen serve" --webhook-http or --webhook-network';
/** Owners that an error names. */
const maxNamed = 20;

/** `platen webhooks create | test | list | secret | rotate | remove | deliveries | replay`. */
export async function webhooks(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseAction(command, args, terminal);
  if (typeof parsed === 'number') return parsed;
  const { action, given, values } = parsed;
  await using store = await openRecords(readRecordsPlace(values));
  return await actions[action](openWebhooks(store, values), given[0] ?? '', values, terminal, store);
}

function openWebhooks({ webhookStore, jobs }: Records, { http, network = [] }: Values): Webhooks {
  try {
    return createWebhooks({
      store: webhookStore,
      outbox: jobs.outbox,
      allowHttp: http,
      allowedNetworks: network,
      jobUrls: true,
    });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

async function create(
  webhooks: Webhooks,
  url: string,
  values: Values,
  terminal: Terminal,
  records: Records,
): Promise<ExitCode> {
  const { owner, event = [], force, json } = values;
  if (owner === undefined)
    throw new UsageError('--owner is missing: the endpoint is notified of the jobs of this owner');
  const events = event.map((name) => known('--event', name, webhookEvents));
  await checkOwner(owner, force, terminal, records);
  const endpoint = { ownerId: owner, url, ...(events.length === 0 ? {} : { events }) };
  const made = await webhooks.createEndpoint(endpoint).catch((error: unknown) => {
    const isRefused = ConversionError.is(error) && error.code === 'INVALID_REQUEST';
    throw isRefused ? new UsageError(`${error.message}. ${allowedUrls}`) : error;
  });
  printSecret(made, json, terminal);
  return exitCodes.success;
}

/** An endpoint of an owner that nobody is would never be sent anything: with `--force` that is only said. */
async function checkOwner(owner: string, force: boolean, terminal: Terminal, { keys, jobs }: Records): Promise<void> {
  const owners = await listOwners({ keys, jobs, now: Date.now() });
  const problem = ownerProblem(owner, owners);
  if (problem === null) return;
  if (force) {
    terminal.note(`Warning: "${owner}" ${problem}. The endpoint is created anyway.`);
    return;
  }
  const active = owners.filter(({ isActive }) => isActive).map(({ ownerId }) => ownerId);
  const choices = active.length === 0 ? 'There are no owners yet' : `Owners: ${active.slice(0, maxNamed).join(', ')}`;
  throw new UsageError(
    `--owner: "${owner}" ${problem}${suggest(owner, active)}. ${choices} ("platen keys list" shows the owners of keys). --force creates the endpoint anyway`,
  );
}

async function test(webhooks: Webhooks, id: string, { json }: Values, terminal: Terminal): Promise<ExitCode> {
  const result = await webhooks.sendTest(id);
  if (result === null) throw unknownEndpoint(id);
  const { eventId, problem, status, answer, durationMs } = result;
  if (json) terminal.print(JSON.stringify(result));
  else {
    terminal.note(
      problem === null
        ? `The endpoint accepted ${eventId}: ${status} after ${durationMs} ms.`
        : `The endpoint did not accept ${eventId}: ${problem}.${status === null ? ` ${allowedUrls}.` : ''}`,
    );
    if (answer !== '') terminal.print(answer);
  }
  return problem === null ? exitCodes.success : exitCodes.unavailable;
}

async function list(webhooks: Webhooks, _: string, values: Values, terminal: Terminal): Promise<ExitCode> {
  const endpoints = await webhooks.listEndpoints(values.owner);
  if (values.json) terminal.print(JSON.stringify(endpoints.map(endpointToJson)));
  else
    for (const { id, ownerId, url, events } of endpoints) {
      terminal.print(`${id}  ${ownerId}  ${url ?? 'the URLs of its jobs'}  ${events?.join(', ') ?? 'all events'}`);
    }
  if (endpoints.length === 0 && !values.json) terminal.note('There are no endpoints.');
  return exitCodes.success;
}

async function secret(webhooks: Webhooks, _: string, { owner, json }: Values, terminal: Terminal): Promise<ExitCode> {
  if (owner === undefined)
    throw new UsageError('--owner is missing: the secret signs messages about the jobs of this owner');
  const secrets = (await webhooks.forJobs?.secretsOf(owner)) ?? [];
  if (json) terminal.print(JSON.stringify({ secrets: secrets.map(secretToJson) }));
  else terminal.print(secrets[0]?.secret ?? '');
  return exitCodes.success;
}

async function rotate(webhooks: Webhooks, id: string, values: Values, terminal: Terminal): Promise<ExitCode> {
  const overlapMs = (numberFlag('overlap-hours', values['overlap-hours']) ?? 24) * hourMs;
  const rotated = await webhooks.rotateSecret(id, overlapMs);
  if (rotated === null) throw unknownEndpoint(id);
  printSecret(rotated, values.json, terminal);
  return exitCodes.success;
}

async function remove(webhooks: Webhooks, id: string, { json }: Values, terminal: Terminal): Promise<ExitCode> {
  if (!(await webhooks.removeEndpoint(id))) throw unknownEndpoint(id);
  if (json) terminal.print(JSON.stringify({ id, removed: true }));
  else terminal.note(`${id} is removed, with its deliveries.`);
  return exitCodes.success;
}

async function deliveries(webhooks: Webhooks, _: string, values: Values, terminal: Terminal): Promise<ExitCode> {
  const found = await webhooks.listDeliveries(readFilter(values), countFlag('limit', values.limit));
  if (values.json) terminal.print(JSON.stringify(found.map(deliveryToJson)));
  else
    for (const { eventId, endpointId, event, jobId, state, attempts, problem } of found) {
      const how = problem === null ? '' : `  ${problem}`;
      terminal.print(
        `${eventId}  ${endpointId}  ${event}  ${jobId}  ${state}  ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${how}`,
      );
    }
  if (found.length === 0 && !values.json) terminal.note('There are no such deliveries.');
  return exitCodes.success;
}

async function replay(webhooks: Webhooks, _: string, values: Values, terminal: Terminal): Promise<ExitCode> {
  const count = await webhooks.replay(readFilter(values));
  if (values.json) terminal.print(JSON.stringify({ replayed: count }));
  else terminal.note(`${counted(count, 'delivery is', 'deliveries are')} due: the server sends them.`);
  return exitCodes.success;
}

function readFilter({ endpoint, state, 'event-id': eventId }: Values) {
  const wanted = state?.map((name) => known('--state', name, deliveryStates));
  return {
    ...(endpoint === undefined ? {} : { endpointId: endpoint }),
    ...(eventId === undefined ? {} : { eventId }),
    ...(wanted === undefined ? {} : { states: wanted }),
  };
}

function known<Name extends string>(flag: string, value: string, names: readonly Name[]): Name {
  const name = names.find((candidate) => candidate === value);
  if (name !== undefined) return name;
  throw new UsageError(`${flag} is ${names.join(', ')}, not "${value}"${suggest(value, names)}`);
}

function unknownEndpoint(id: string): UsageError {
  return new UsageError(`there is no endpoint with the id "${id}"`);
}

function printSecret(endpoint: WebhookEndpoint, asJson: boolean, terminal: Terminal): void {
  if (asJson) terminal.print(JSON.stringify(endpointToJson(endpoint)));
  else {
    terminal.print(endpoint.secrets[0]?.secret ?? '');
    terminal.note(
      `The secret of endpoint ${endpoint.id}. It signs the messages to ${endpoint.url ?? 'the URLs of its jobs'}.`,
    );
  }
}

function endpointToJson({ createdAt, secrets, events, ...rest }: WebhookEndpoint) {
  return {
    ...rest,
    events: events ?? webhookEvents,
    createdAt: new Date(createdAt).toISOString(),
    secrets: secrets.map(secretToJson),
  };
}

function secretToJson({ secret, expiresAt }: WebhookSecret) {
  return { secret, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() };
}

function deliveryToJson({ createdAt, begunAt, updatedAt, body, ...rest }: WebhookDelivery) {
  const times = { createdAt, begunAt, updatedAt };
  const isoTimes = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, new Date(at).toISOString()]));
  return { ...rest, ...isoTimes, body: JSON.parse(body) as unknown };
}
