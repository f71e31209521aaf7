import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { CancelledNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { AgentCaller, AgentEndpoint, AgentHost, AgentSessions, Principal } from '@platen/core';
import { convertOverSurface, httpFileArguments } from './convert-over-surface.ts';
import { createMcpServer, type RunningCalls } from './create-mcp-server.ts';
import { createTools } from './tools.ts';

/** The options of an MCP endpoint. */
export interface McpEndpointOptions {
  /** Largest message in bytes, including its files. Default 16 MB. */
  readonly maxBodyBytes?: number;
  /**
   * Origins of web pages that may call the endpoint, such as `https://app.example.com`. Pages of `publicUrl` and of this
   * machine may always call it.
   */
  readonly allowedOrigins?: readonly string[];
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly keyId: string;
  readonly isBusy: () => boolean;
  usedAt: number;
}

/** Sessions open at once, of one key and of all; one that is not used for so long, and runs nothing, ends. */
const maxSessions = { perKey: 20, total: 500, idleMs: 15 * 60_000 };
const megabyte = 1024 * 1024;

const instructions =
  'Converts PDF and image files. A file is sent as base64, or named by the link of an earlier result. Results are links that expire.';

/**
 * Serves agents at `/mcp` of the HTTP interface by MCP (streamable HTTP), with the keys, limits and quota of that interface:
 * `platen({ ...host, mcp: mcpEndpoint() })`. Throws a TypeError on wrong options.
 */
export function mcpEndpoint({
  maxBodyBytes = 16 * megabyte,
  allowedOrigins = [],
}: McpEndpointOptions = {}): AgentEndpoint {
  if (!(maxBodyBytes > 0)) throw new TypeError(`maxBodyBytes must be a number above 0, not ${String(maxBodyBytes)}`);
  for (const origin of allowedOrigins) {
    if (URL.parse(origin)?.origin === origin) continue;
    throw new TypeError(
      `allowedOrigins must be origins, such as https://app.example.com, not ${JSON.stringify(origin)}`,
    );
  }
  return { maxBodyBytes, allowedOrigins, open: (host) => openSessions(host, maxBodyBytes) };
}

function openSessions({ engine, logger }: AgentHost, maxBodyBytes: number): AgentSessions {
  const sessions = new Map<string, Session>();
  const runningOfKeys = new Map<string, RunningCalls>();

  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.transport.close();
  };
  const endIdle = () => {
    for (const [id, { usedAt, isBusy }] of sessions) {
      if (performance.now() - usedAt > maxSessions.idleMs && !isBusy()) end(id).catch(() => {}); // It is out of the list.
    }
    const keys = new Set([...sessions.values()].map(({ keyId }) => keyId));
    for (const [keyId, { count }] of runningOfKeys) if (count === 0 && !keys.has(keyId)) runningOfKeys.delete(keyId);
  };
  const open = async ({ keyId, scopes }: Principal): Promise<string | null> => {
    endIdle();
    const own = [...sessions.values()].filter((session) => session.keyId === keyId).length;
    if (own >= maxSessions.perKey || sessions.size >= maxSessions.total) return null;
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      maxRequestBodySize: maxBodyBytes,
      onsessionclosed: () => void sessions.delete(id),
    });
    const allowed = [...engine.operations.values()].filter(({ name }) => scopes === null || scopes.includes(name));
    const running = runningOfKeys.get(keyId) ?? { count: 0 };
    runningOfKeys.set(keyId, running);
    const { server, isBusy, hearCancelled } = createMcpServer<AgentCaller>({
      tools: createTools(allowed, httpFileArguments),
      fileArguments: httpFileArguments,
      instructions,
      running,
      logger,
      async convert(call, caller) {
        if (caller === undefined) throw new TypeError('a message has no caller');
        return convertOverSurface(engine, caller, call);
      },
    });
    // Before anything is waited for: others that begin meanwhile count it.
    sessions.set(id, { transport, keyId, isBusy, usedAt: performance.now() });
    await server.connect(transport);
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => {
      // Each message is a request of its own, and the later one may be here first.
      const cancelled = CancelledNotificationSchema.safeParse(message).data?.params.requestId;
      if (cancelled !== undefined) hearCancelled(cancelled);
      onmessage?.(message, extra);
    };
    return id;
  };

  return {
    async answer(message, caller) {
      const { principal } = caller;
      const given = message.headers.get('mcp-session-id');
      // A session of somebody else cannot be told from one that is not there.
      if (given !== null && sessions.get(given)?.keyId !== principal.keyId)
        return refuse(404, 'there is no such session');
      const id = given ?? (await open(principal));
      const session = id === null ? undefined : sessions.get(id);
      if (id === null || session === undefined) return refuse(503, 'too many sessions are open');
      session.usedAt = performance.now();
      const authInfo = { token: '', clientId: principal.keyId, scopes: [], extra: { caller } };
      const response = await session.transport.handleRequest(message, { authInfo });
      // What was no message that begins a session has not begun one.
      if (given === null && session.transport.sessionId === undefined) await end(id);
      return response;
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

/** As the protocol has it for what is no answer to a message. */
function refuse(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status });
}
