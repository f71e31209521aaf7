import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { platen } from '@platen/express';
import type { RunningHost, StartHost } from '@platen/testing';
import type express from 'express';

/** Hosts the surface on one version of Express. */
export function startExpress(version: typeof express): StartHost {
  return async ({ surface, prefix, trustProxy, parsers }) => {
    const app = version();
    app.set('trust proxy', trustProxy);
    if (parsers === 'json') app.use(version.json());
    // What multer leaves of a multipart body: nothing.
    if (parsers === 'multipart') app.use(version.raw({ type: 'multipart/form-data' }));
    app.use(prefix === '' ? '/' : prefix, platen(surface));
    app.get('/own', (_request, response) => void response.json({ own: true }));
    app.post('/own', (request, response) => void response.json(request.body));

    return listen(app);
  };
}

/** Serves an app on a free port. */
export function listen(app: RequestListener): Promise<RunningHost> {
  return listenOn(createServer(app));
}

/** Has a server listen on a free port. */
export async function listenOn(server: Server): Promise<RunningHost> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
