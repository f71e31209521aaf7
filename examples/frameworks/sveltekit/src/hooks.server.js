import { generateApiKey } from '@platen/core';
import { createPlaten } from '@platen/host';
import { platen } from '@platen/web';
import { building } from '$app/environment';

// Body limits: adapter-node takes 512 KB unless BODY_SIZE_LIMIT says otherwise: start it with BODY_SIZE_LIMIT=Infinity, for
// Platen has limits of its own. SvelteKit refuses forms without its own Origin, as clients send them: `vite.config.js` turns that off
// (`csrf`). Keys come in a header, which no page of another site can send; routes that know people by cookies check it themselves.
const port = process.env.PORT ?? '3000';
let handler;

export async function init() {
  if (building) return;
  const host = await createPlaten({ data: 'data' });
  handler = platen({ ...host, manage: true, publicUrl: process.env.ORIGIN });
  const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'example', createdAt: Date.now() });
  await host.keys.create(record);
  console.log(`http://localhost:${port} takes the key ${key}`);
  process.once('sveltekit:shutdown', () => host.stop());
}

export function handle({ event, resolve }) {
  const isOurs = event.url.pathname.startsWith('/api/');
  return isOurs ? handler(event.request, { remoteAddress: event.getClientAddress() }) : resolve(event);
}
