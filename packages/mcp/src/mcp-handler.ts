import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { ConversionEngine, Logger } from '@platen/core';
import { stderrLogger } from '@platen/core/internal';
import {
  type Caller,
  type CallInfo,
  convertOverSurface,
  httpFileArguments,
  type SurfaceHandler,
} from './convert-over-surface.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { createTools } from './tools.ts';

/** What an MCP endpoint is made with. */
export interface McpHttpOptions {
  /** Whose keys, rate limit, quota and scopes hold: each call is a submission to it. */
  readonly surface: SurfaceHandler;
  /** The engine of that surface. */
  readonly engine: ConversionEngine;
  /** Where the surface is mounted: `/convert`; the root when not given. */
  readonly prefix?: string;
  /** A message may be so long, files in it included. Default 16 MB. */
  readonly maxBodyBytes?: number;
  readonly logger?: Logger;
}

/** The endpoint as a function of requests. */
export interface HttpSessions {
  /** Answers a request to the endpoint. Never rejects. */
  (request: Request, info?: CallInfo): Promise<Response>;
  /** Ends all sessions, and cancels what they run. */
  close(): Promise<void>;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly keyId: string;
  caller: Caller;
  usedAt: number;
}

/** Sessions open at once, of one key and of all; one that is not used for so long ends. */
const maxSessions = { perKey: 20, total: 500, idleMs: 15 * 60_000 };
const megabyte = 1024 * 1024;

const instructions =
  'Converts PDF and image files. A file is sent as base64, or named by the link of an earlier result. Results are links, which are valid for a time.';

/** An MCP endpoint (streamable HTTP) over the surface of a host, for holders of its keys: mount it at `/mcp`. */
export function mcpHandler({
  surface,
  engine,
  prefix = '',
  maxBodyBytes = 16 * megabyte,
  logger = stderrLogger,
}: McpHttpOptions): HttpSessions {
  const sessions = new Map<string, Session>();

  const open = async (caller: Caller, account: Account): Promise<Session | null> => {
    for (const [id, { usedAt }] of sessions) if (Date.now() - usedAt > maxSessions.idleMs) await end(id);
    const own = [...sessions.values()].filter(({ keyId }) => keyId === account.keyId).length;
    if (own >= maxSessions.perKey || sessions.size >= maxSessions.total) return null;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const session: Session = { transport, keyId: account.keyId, caller, usedAt: Date.now() };
    const allowed = [...engine.operations.values()].filter(({ name }) => account.operations.includes(name));
    const server = createMcpServer({
      tools: createTools(allowed, httpFileArguments),
      fileArguments: httpFileArguments,
      instructions,
      logger,
      convert: (call) => convertOverSurface({ surface, engine, prefix }, session.caller, call),
    });
    await server.connect(transport);
    return session;
  };
  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.transport.close();
  };

  const answer = async (request: Request, info: CallInfo = {}): Promise<Response> => {
    const caller = callerOf(request, info);
    const known = await surface(
      new Request(new URL(`${prefix}/api/v1/account`, request.url), { headers: caller.headers }),
      info,
    );
    if (known.status !== 200) return known;
    const account = (await known.json()) as Account;
    const id = request.headers.get('mcp-session-id');
    const found = id === null ? null : sessions.get(id);
    // A session of somebody else cannot be told from one that is not there.
    if (id !== null && found?.keyId !== account.keyId) return refuse(404, 'there is no such session');
    const session = found ?? (await open(caller, account));
    if (session === null) return refuse(503, 'too many sessions are open');
    session.caller = caller;
    session.usedAt = Date.now();
    return session.transport.handleRequest(request);
  };
  return Object.assign(
    async (request: Request, info?: CallInfo) => {
      try {
        return await answer(request, info);
      } catch (error) {
        logger.error({ err: error }, 'an MCP request failed');
        return refuse(500, 'something unexpected went wrong');
      }
    },
    {
      async close() {
        await Promise.all([...sessions.keys()].map(end));
      },
    },
  );
}

interface Account {
  readonly keyId: string;
  readonly operations: readonly string[];
}

/** Headers that say who calls, and how the client reaches this host; not those of the message itself. */
const ofTheMessage = /^(?:content-|accept|mcp-|connection$|transfer-encoding$|expect$|if-|range$|last-event-id$)/;

function callerOf(request: Request, info: CallInfo): Caller {
  const headers = new Headers([...request.headers].filter(([name]) => !ofTheMessage.test(name)));
  // Clients of MCP know bearer tokens.
  const [, token] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (token !== undefined && !headers.has('x-api-key')) headers.set('X-API-Key', token);
  return { url: request.url, headers, info };
}

/** As the protocol has it for what is no answer to a message. */
function refuse(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status });
}
