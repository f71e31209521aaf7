import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, isIP, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '@platen/host/folder-problem';

interface Address {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/** Where a server listens unless a port is named. */
export const defaultPort = 8080;
/** Ports that are tried from there on. */
const triedPorts = 20;

/** A name server that does not answer is given up on after this: a start that cannot succeed ends soon. */
const lookupTimeoutMs = 1_500;

/** What keeps a server from listening; `flag` is the one that names the port. */
function problemsWith(flag: string): Readonly<Record<string, string>> {
  const hostFlag = flag.replace('port', 'host');
  return {
    EADDRINUSE: `the port is in use (choose another with ${flag})`,
    EACCES: `this user may not listen on that port (give another with ${flag})`,
    EPERM: `this user may not listen on that port (give another with ${flag})`,
    EADDRNOTAVAIL: `this machine does not have that address (${hostFlag})`,
    EAFNOSUPPORT: `this machine has no network of that kind (${hostFlag})`,
  };
}

/** Has the server listen. Rejects with a `StartError` that names the address and the cause. */
export async function listen(server: Server, { host, port }: Address, flag = '--port'): Promise<void> {
  const address = await resolveHost(host);
  server.listen(port, address);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const problem = problemsWith(flag)[code] ?? (error instanceof Error ? error.message : String(error));
    throw new StartError(`cannot listen on ${host}:${port}: ${problem}`, { cause: error });
  }
}

/** Listens for a moment, to see whether one could. Rejects as `listen` does. */
async function tryToListen(address: Address): Promise<void> {
  const server = createServer();
  server.on('error', () => {}); // `listen` reports it.
  await listen(server, address);
  server.close();
  await once(server, 'close');
}

/**
 * The port to listen on: the one that was named, or else the first free one of twenty from 8080 on. Rejects as `listen`
 * does when there is none.
 */
export async function choosePort(host: string, named: number | null): Promise<number> {
  if (named === 0) return named;
  for (let port = named ?? defaultPort; ; port += 1) {
    try {
      await tryToListen({ host, port });
      return port;
    } catch (error) {
      if (named !== null || !isTaken(error) || port === defaultPort + triedPorts - 1) throw error;
    }
  }
}

/** Whether a port was chosen because the usual one is taken: that is said. */
export function isInstead(port: number, named: number | null): boolean {
  return named === null && port !== defaultPort;
}

function isTaken(error: unknown): boolean {
  return error instanceof StartError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
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
  throw new StartError(`cannot listen on "${host}": the name cannot be resolved (--host)`);
}
