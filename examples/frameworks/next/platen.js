import { generateApiKey } from '@platen/core';
import { createPlaten } from '@platen/host';
import { platen } from '@platen/web';

// Body limits: route handlers have none; where there is a `proxy.js` (middleware), Next.js keeps a copy of the first 10 MB of each body
// and cuts what is longer (`experimental.proxyClientMaxBodySize`): let its `matcher` leave these paths out.
const port = process.env.PORT ?? '3000';

/** Next.js bundles the start of the server and each route apart: they find the host in one place. */
export function openPlaten() {
  globalThis.platen ??= open();
  return globalThis.platen;
}

async function open() {
  const host = await createPlaten({ data: process.env.DATA ?? 'data' });
  // Requests say `localhost` in place of the address that clients use.
  const handler = platen({ ...host, manage: true, publicUrl: process.env.ORIGIN ?? `http://localhost:${port}` });
  const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'example', createdAt: Date.now() });
  await host.keys.create(record);
  console.log(`http://localhost:${port} takes the key ${key}`);
  process.once('SIGTERM', async () => {
    await host.stop();
    handler.close();
    // With NEXT_MANUAL_SIG_HANDLE=1; without it, Next.js ends the process at once, and running jobs start again.
    process.exit();
  });
  return handler;
}
