import type { Principal } from './access.ts';
import type { ConversionEngine } from './conversion-engine.ts';
import type { Logger } from './runtime.ts';

/** Answers agents at `/mcp` of an HTTP interface. `mcpEndpoint()` of `@platen/mcp` returns one. */
export interface AgentEndpoint {
  /** Largest message in bytes, including its files. */
  readonly maxBodyBytes: number;
  /**
   * Origins of web pages that may call the endpoint, such as `https://app.example.com`. Pages of `publicUrl` and of this
   * machine may always call it.
   */
  readonly allowedOrigins: readonly string[];
  /** Starts to serve the agents of one HTTP interface. */
  open(host: AgentHost): AgentSessions;
}

/** The HTTP interface that an endpoint serves. */
export interface AgentHost {
  readonly engine: ConversionEngine;
  readonly logger: Logger;
}

/** The sessions of the agents of one HTTP interface. */
export interface AgentSessions {
  /** Answers a message. Its size and its caller have already been checked. */
  answer(message: Request, caller: AgentCaller): Promise<Response>;
  /** Ends all sessions and cancels their running calls. */
  close(): Promise<void>;
}

/** The sender of a message, with a function that calls the HTTP interface for this sender. */
export interface AgentCaller {
  readonly principal: Principal;
  /** Answers a request to a path of the HTTP interface as if this caller had sent it. The rate limit does not count it. */
  call(request: Request): Promise<Response>;
}
