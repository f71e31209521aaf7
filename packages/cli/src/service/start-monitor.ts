import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMonitor, type MonitorOptions, textReply } from '@platen/http';
import { listen } from './listen.ts';

/** Where a node is looked at. */
export interface MonitorServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Nobody who looks at a node sends more, or takes longer. */
const headersTimeoutMs = 5_000;

/** Serves `/metrics`, `/healthz` and `/readyz` of a node on a port of their own. Rejects as `listen` does. */
export async function startMonitor(
  options: MonitorOptions,
  address: { readonly host: string; readonly port: number },
): Promise<MonitorServer> {
  const monitor = createMonitor(options);
  const server = createServer(
    { headersTimeout: headersTimeoutMs, requestTimeout: headersTimeoutMs },
    (request, response) => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      request.on('error', () => {}); // Who asked may be gone.
      response.on('error', () => {});
      monitor
        .answer(request.method ?? '', path)
        .catch((error: unknown) => {
          options.logger.error({ err: error, path }, 'a request to the monitor was not answered');
          return textReply(500, 'text/plain; charset=utf-8', '');
        })
        .then(({ status, headers, body }) => response.writeHead(status, headers).end(body ?? undefined))
        .catch(() => response.destroy());
    },
  );
  server.on('error', () => {}); // `listen` reports it.
  try {
    await listen(server, address, '--monitor-port');
  } catch (error) {
    monitor.close();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      monitor.close();
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}
