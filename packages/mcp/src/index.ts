export { type McpEndpointOptions, mcpEndpoint } from './mcp-endpoint.ts';
export { type McpStdioOptions, serveStdio } from './serve-stdio.ts';
