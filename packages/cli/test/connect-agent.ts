import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { samplePdf } from '../src/service/sample-pdf.ts';

/** An agent at `/mcp` of a server, with a call of a tool on some files. */
export async function connectAgent(url: string, key: string) {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    async call(name: string, ...files: readonly object[]): Promise<CallToolResult> {
      return (await client.callTool({ name, arguments: { files: [...files] } })) as CallToolResult;
    },
    close: () => client.close(),
  };
}

/** A file of one page as an agent sends it. */
export function agentFile(text: string) {
  return { name: `${text}.pdf`, data: samplePdf(text).toString('base64') };
}

/** Where the first result of a call is; empty when there is none. */
export function firstLink({ structuredContent }: CallToolResult): string {
  const { outputs = [] } = structuredContent as { readonly outputs?: readonly { readonly uri: string }[] };
  return outputs[0]?.uri ?? '';
}
