import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

// Tries so many passwords at once, again and again, while its parent says so: strangers with nothing but an address.

const [, , url = '', count = '0'] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: Number(count) });
/** Between two attempts of a client: those refused at once would otherwise keep this process busy, not the host. */
const pauseMs = 1_000;
let isFlooding = false;

function attempt(): Promise<void> {
  return new Promise((resolve) => {
    const outgoing = request(
      `${url}data/session`,
      { agent, method: 'POST', headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin } },
      (response) => {
        response.resume().on('close', resolve);
      },
    );
    outgoing.on('error', () => resolve());
    outgoing.end(JSON.stringify({ password: 'wrong' }));
  });
}

process.on('message', (order: 'flood' | 'rest') => {
  isFlooding = order === 'flood';
});
process.on('disconnect', () => process.exit(0));
await Promise.all(
  Array.from({ length: Number(count) }, async () => {
    for (; ; await delay(pauseMs)) if (isFlooding) await attempt();
  }),
);
