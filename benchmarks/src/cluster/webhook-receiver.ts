import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** An endpoint of webhooks that is down now and then. */
export interface WebhookReceiver {
  readonly url: string;
  /** The ids of the events that were taken, by job: one for each time that it ended. */
  readonly events: ReadonlyMap<string, ReadonlySet<string>>;
  close(): void;
}

/** One message in so many is refused: it has to come again. */
const refusedEvery = 10;

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const events = new Map<string, Set<string>>();
  let count = 0;
  const server = createServer(async (request, response) => {
    const { data } = (await json(request)) as { readonly data: { readonly jobId: string } };
    count += 1;
    if (count % refusedEvery === 0) return void response.writeHead(503).end();
    const ids = events.get(data.jobId) ?? new Set();
    events.set(data.jobId, ids.add(String(request.headers['webhook-id'])));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    events,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
