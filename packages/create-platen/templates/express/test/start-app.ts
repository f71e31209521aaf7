import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '@platen/dashboard';
import { createPlaten } from '@platen/host';
import { createApp } from '../src/app.ts';
import { createSignIn } from '../src/sign-in.ts';

/** The app on a free port, over a data folder of its own that `stop` removes. */
export async function startApp() {
  const data = await mkdtemp(join(tmpdir(), 'platen-host-'));
  const host = await createPlaten({ data });
  const server = createApp(host, createSignIn(await hashPassword('for the tests alone'))).listen(0);
  await once(server, 'listening');
  return {
    host,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop(): Promise<void> {
      await host.stop();
      server.close();
      server.closeAllConnections();
      await rm(data, { recursive: true });
    },
  };
}
