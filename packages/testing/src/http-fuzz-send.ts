import { connect, type Socket } from 'node:net';
import type { FuzzedRequest } from './http-fuzz-request.ts';

/** The first final answer on a connection. Header names are in lower case. */
export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How long a client that waits to be told to go on waits before it sends all the same. */
const continueMs = 500;
/** How long an answer to a request that is not whole is waited for: none may come. */
const patienceMs = 50;
/** How long an answer to a whole request may take on a machine that has much else to do. */
const deadlineMs = 60_000;

/** Sends a request as it says. Null when the connection ended, or patience did, without a whole answer. */
export async function sendFuzzed(origin: string, request: FuzzedRequest): Promise<FuzzAnswer | null> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const reader = readAnswers(socket, request.pieces[0]?.toString('latin1', 0, 5) === 'HEAD ');
  for (const [index, piece] of request.pieces.slice(0, request.piecesSent).entries()) {
    if (reader.hasEnded()) break;
    await write(socket, piece);
    if (index === 0 && request.waitsToContinue) await reader.anything(continueMs);
  }
  if (request.ending === 'reset') socket.resetAndDestroy();
  if (request.ending === 'close') socket.destroy();
  if (request.ending === 'half-close') socket.end();
  const answer = await reader.answer(request.isWhole ? deadlineMs : patienceMs);
  socket.destroy();
  return answer;
}

/** Resolves once the system has taken the bytes, or will never take them. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.write(bytes, () => setImmediate(resolve));
  });
}

/** Listens to a connection from its beginning to its end. */
function readAnswers(socket: Socket, isHead: boolean) {
  let received = Buffer.alloc(0);
  let hasEnded = false;
  let wake = () => {};
  const note = () => {
    hasEnded = socket.destroyed || socket.readableEnded;
    wake();
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    note();
  });
  // Being reset is what these clients are there for.
  socket.on('error', () => {});
  socket.on('end', note).on('close', note);
  const until = async (isThere: () => boolean, limitMs: number) => {
    const expired = Promise.withResolvers<void>();
    const timer = setTimeout(() => expired.resolve(), limitMs);
    let isLate = false;
    expired.promise.then(() => {
      isLate = true;
    });
    while (!isThere() && !hasEnded && !isLate) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await Promise.race([promise, expired.promise]);
    }
    clearTimeout(timer);
  };
  return {
    hasEnded: () => hasEnded,
    anything: (limitMs: number) => until(() => received.length > 0, limitMs),
    async answer(limitMs: number): Promise<FuzzAnswer | null> {
      await until(() => parseAnswer(received, isHead) !== null, limitMs);
      return parseAnswer(received, isHead);
    },
  };
}

/** The first answer that is not interim; null while it is not there whole. */
function parseAnswer(received: Buffer, isHead: boolean): FuzzAnswer | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const rest = received.subarray(headEnd + 4);
  const status = Number(statusLine.split(' ')[1]);
  if (status >= 100 && status < 200) return parseAnswer(rest, isHead);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers['content-length'] ?? 0);
  if (isHead || status === 304) return { status, headers, body: '' };
  if (rest.length < length) return null;
  return { status, headers, body: rest.toString('utf8', 0, length) };
}
