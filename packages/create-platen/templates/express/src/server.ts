import { createPlaten } from '@platen/host';
import { createApp } from './app.ts';
import { createFirstKey, openPasswordHash } from './first-secrets.ts';
import { createSignIn } from './sign-in.ts';

const { HOST = '127.0.0.1', PORT = '3000', PLATEN_DATA = 'data' } = process.env;
const host = await createPlaten({ data: PLATEN_DATA });
await createFirstKey(host, PLATEN_DATA);
const signIn = createSignIn(await openPasswordHash(PLATEN_DATA));

const server = createApp(host, signIn).listen(Number(PORT), HOST, (error?: Error) => {
  if (error !== undefined) throw error;
  console.log(`http://${HOST}:${PORT}, dashboard at http://${HOST}:${PORT}/dashboard/`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await host.stop();
    server.close();
    server.closeAllConnections();
  });
}
