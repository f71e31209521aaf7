import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, isIP, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '@platen/host/folder-problem';

export interface Address {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/** A name server that does not answer is given up on after this: a start that cannot succeed ends soon. */
const lookupTimeoutMs = 1_500;

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is taken (give another with --port)',
  EACCES: 'this user may not listen on that port (give another with --port)',
  EPERM: 'this user may not listen on that port (give another with --port)',
  EADDRNOTAVAIL: 'no network of this machine has that address (--host)',
  EAFNOSUPPORT: 'this machine has no network of that kind (--host)',
};

/** Has the server listen. Rejects with a `StartError` that names the address and the cause. */
export async function listen(server: Server, { host, port }: Address): Promise<void> {
  const address = await resolveHost(host);
  server.listen(port, address);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const problem = problems[code] ?? (error instanceof Error ? error.message : String(error));
    throw new StartError(`cannot listen on ${host}:${port}: ${problem}`, { cause: error });
  }
}

/** Listens for a moment, to see whether one could. Rejects as `listen` does. */
export async function tryToListen(address: Address): Promise<void> {
  const server = createServer();
  server.on('error', () => {}); // `listen` reports it.
  await listen(server, address);
  server.close();
  await once(server, 'close');
}

async function resolveHost(host: string): Promise<string> {
  if (isIP(host) !== 0) return host;
  const timer = new AbortController();
  const tooLate = delay(lookupTimeoutMs, null, { signal: timer.signal }).catch(() => null);
  try {
    const found = await Promise.race([lookup(host), tooLate]);
    if (found !== null) return found.address;
  } catch {
    // Said below: which way a name is unknown helps nobody.
  } finally {
    timer.abort();
  }
  throw new StartError(`cannot listen on "${host}": no machine has that name (--host)`);
}
