import { createPlaten } from '@platen/host';
import { createApp } from './app.ts';
import { printFirstKey } from './first-key.ts';

const port = Number(process.env.PORT ?? 3000);
const host = await createPlaten({ data: process.env.PLATEN_DATA ?? 'data' });
await printFirstKey(host);

const app = createApp(host);
console.log(await app.listen({ port }));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await host.stop();
    await app.close();
  });
}
