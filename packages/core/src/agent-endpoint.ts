import type { Principal } from './access.ts';
import type { ConversionEngine } from './conversion-engine.ts';
import type { Logger } from './runtime.ts';

/** What answers agents at `/mcp` of a surface: `mcpEndpoint()` of `@platen/mcp`. */
export interface AgentEndpoint {
  /** Largest message in bytes, including its files. */
  readonly maxBodyBytes: number;
  /** Origins of web pages that may call it, in addition to that of `publicUrl` and to pages of this machine. */
  readonly allowedOrigins: readonly string[];
  /** Begins to serve the agents of one surface. */
  open(host: AgentHost): AgentSessions;
}

/** The surface that an endpoint serves. */
export interface AgentHost {
  readonly engine: ConversionEngine;
  readonly logger: Logger;
}

/** The sessions of the agents of one surface. */
export interface AgentSessions {
  /** Answers a message, which is small enough and whose caller is known. */
  answer(message: Request, caller: AgentCaller): Promise<Response>;
  /** Ends all sessions, and cancels their running calls. */
  close(): Promise<void>;
}

/** Who sent a message, and what that caller may ask of the surface. */
export interface AgentCaller {
  readonly principal: Principal;
  /** Answers a request to a path of the surface as if this caller had sent it; it is not counted against the rate limit. */
  call(request: Request): Promise<Response>;
}
