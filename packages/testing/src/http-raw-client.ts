import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** An HTTP answer as it came over the wire. Header names are in lower case. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection whose bytes the test decides on: for what no well-behaved client sends. */
export interface RawConnection {
  readonly socket: Socket;
  /** Resolves once the bytes are handed to the system: waits as long as the server does not read. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Everything the server says until it closes the connection. Rejects when the connection is reset. */
  readAnswer(): Promise<RawAnswer>;
}

export async function openRawConnection(origin: string): Promise<RawConnection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  // Each write and read rejects by itself.
  socket.on('error', () => {});
  return {
    socket,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error == null ? resolve() : reject(error)));
      }),
    readAnswer: async () => parseAnswer(await text(socket)),
  };
}

/** The head of a request, ready to be sent. `Connection: close` makes the server's answer end. */
export function requestHead(method: string, url: URL, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({ Host: url.host, Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${method} ${url.pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** The last answer of a connection; interim ones ("100 Continue") are skipped. */
function parseAnswer(answer: string): RawAnswer {
  const final = answer.replace(/^(HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/, '');
  const [head = '', ...rest] = final.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}
