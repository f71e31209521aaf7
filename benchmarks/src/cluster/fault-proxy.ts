import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What lies between nodes and a server: `pass`, `silent` (packets are lost), or `refuse` (HTTP 503 to whoever asks). */
export type Fault = 'pass' | 'silent' | 'refuse';

export interface FaultProxy {
  readonly port: number;
  set(fault: Fault): void;
  close(): void;
}

const refusal = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** A TCP proxy to a port of 127.0.0.1 that can lose everything, as a broken network does, or answer 503. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  let fault: Fault = 'pass';
  const sockets = new Set<Socket>();

  const server = createServer((incoming) => {
    const outgoing = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (fault === 'pass') to.write(bytes);
        else if (fault === 'refuse' && from === incoming) incoming.end(refusal);
      });
      from.on('error', () => to.destroy());
      from.on('close', (hasFailed) => {
        sockets.delete(from);
        // The other end of a broken network does not hear of it. What was sent before an end still arrives.
        if (fault === 'silent') return;
        if (hasFailed) to.destroy();
        else to.end();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    set(next) {
      fault = next;
      // What was lost meanwhile is lost: a connection that missed bytes cannot go on.
      if (next === 'pass') for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
