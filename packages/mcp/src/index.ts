export type { CallInfo, SurfaceHandler } from './convert-over-surface.ts';
export { type HttpSessions, type McpHttpOptions, mcpHandler } from './mcp-handler.ts';
export { type McpStdioOptions, serveStdio } from './serve-stdio.ts';
