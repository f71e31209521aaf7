import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { silentLogger } from '@platen/core';
import { createEngine } from '@platen/engine';
import { serveStdio } from '@platen/mcp';
import { testCopy, testGather } from '@platen/testing';
import { onTestFinished } from 'vitest';

/** An empty folder that goes with the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-mcp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface Served {
  /** What a client writes. */
  readonly input: PassThrough;
  /** What it reads. */
  readonly output: PassThrough;
  readonly served: Promise<void>;
}

/** A server over two streams, with the test operations. */
export function serve(folders?: readonly string[]): Served {
  const engine = createEngine({ operations: [testCopy, testGather], logger: silentLogger });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveStdio({
    engine,
    input,
    output,
    logger: silentLogger,
    ...(folders === undefined ? {} : { folders }),
  });
  onTestFinished(async () => {
    input.end();
    await served;
    await engine.stop(0);
  });
  return { input, output, served };
}

/** The SDK's client at a server; with roots, unless they are undefined. */
export async function connect(roots: readonly string[] | undefined, folders?: readonly string[]) {
  const served = serve(folders);
  const client = new Client({ name: 'test', version: '1' }, { capabilities: roots === undefined ? {} : { roots: {} } });
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, async () => ({
      roots: roots.map((root) => ({ uri: new URL(`file://${root}`).href })),
    }));
  }
  // The transport is the same from either side: lines of JSON.
  await client.connect(new StdioServerTransport(served.output, served.input));
  onTestFinished(() => client.close());
  return { client, ...served };
}

/** The error of a failed call. */
export function errorOf({ structuredContent }: CallToolResult | Record<string, unknown>) {
  return (
    structuredContent as {
      readonly error?: { readonly code: string; readonly message: string; readonly details: object };
    }
  )?.error;
}
