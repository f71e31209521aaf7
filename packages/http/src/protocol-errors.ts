import { randomUUID } from 'node:crypto';
import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { invalidRequest } from '@platen/core';
import { errorReply } from './error-reply.ts';
import type { HttpReply } from './http-message.ts';

interface Refusal {
  readonly status: number;
  readonly field: string;
  readonly problem: string;
}

/** What Node refuses by itself, by the code of its error; anything else is a request that cannot be read. */
const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, field: 'request', problem: 'did not arrive in time' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, field: 'body', problem: 'has chunk extensions that are too long' },
  HPE_HEADER_OVERFLOW: { status: 431, field: 'headers', problem: `are longer than ${maxHeaderSize} bytes` },
};
const unreadable: Refusal = { status: 400, field: 'request', problem: 'is not valid HTTP' };
const unmetExpectation: Refusal = { status: 417, field: 'Expect', problem: 'can be 100-continue only' };

/** How long a client that still sends may take to read the answer before its connection is closed. */
const lingerMs = 1_000;

/**
 * Gives the error body of the interface to requests that Node's HTTP server refuses before any framework sees them: requests
 * that are not HTTP (400) or never end (408), with chunk extensions (413) or headers (431) that are too large, or with an
 * expectation that cannot be met (417). It applies to all routes of the server, and replaces other `clientError` listeners,
 * such as that of Fastify.
 */
export function answerProtocolErrors(server: Server): void {
  /** Pending answers on each connection: with pipelining there may be several. */
  const answering = new WeakMap<Socket, Set<ServerResponse>>();
  const refused = new WeakSet<Socket>();

  const follow = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const open = answering.get(socket) ?? new Set();
    answering.set(socket, open.add(response));
    response.once('close', () => open.delete(response));
  };
  server.prependListener('request', follow);
  server.removeAllListeners('clientError');
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Whatever else a refused client sends is not answered.
    if (refused.has(socket as Socket)) return;
    refused.add(socket as Socket);
    const isInAnswer = [...(answering.get(socket as Socket) ?? [])].some(({ headersSent }) => headersSent);
    if (!socket.writable || error.code === 'ECONNRESET' || isInAnswer) {
      socket.destroy();
      return;
    }
    socket.end(serialize(refuse(refusals[error.code ?? ''] ?? unreadable)));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = refuse(unmetExpectation);
    response.writeHead(status, { ...headers, Connection: 'close' });
    response.end(body);
  });
}

function refuse({ status, field, problem }: Refusal): HttpReply {
  const correlationId = randomUUID();
  const { headers, body } = errorReply(invalidRequest([{ field, problem }]), correlationId);
  return { status, headers: { ...headers, 'X-Correlation-Id': correlationId }, body };
}

/** A whole answer as bytes, for a connection that has no response of Node's. */
function serialize({ status, headers, body }: HttpReply): Buffer {
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.isBuffer(body) ? body : Buffer.alloc(0)]);
}
