import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlaten } from '@platen/host';
import { createApp } from '../src/app.ts';

/** The app on a free port, over a data folder of its own that `stop` removes. */
export async function startApp() {
  const data = await mkdtemp(join(tmpdir(), 'platen-host-'));
  const host = await createPlaten({ data });
  const app = createApp(host);
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
