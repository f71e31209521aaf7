import { mkdtemp, rm } from 'node:fs/promises';
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
  const app = createApp(host, createSignIn(await hashPassword('for the tests alone')));
  const url = await app.listen({ port: 0 });
  return {
    host,
    url,
    async stop(): Promise<void> {
      await host.stop();
      await app.close();
      await rm(data, { recursive: true });
    },
  };
}
