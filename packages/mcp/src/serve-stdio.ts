import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type ConversionEngine, invalidRequest, type Logger } from '@platen/core';
import { stderrLogger } from '@platen/core/internal';
import { type AllowedFiles, allowedFiles, type OpenedFile, placeOutputs } from './allowed-files.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { createTools, type FileArguments, type ToolCall, type ToolResult } from './tools.ts';

/** The options of an MCP server for the files of this machine. */
export interface McpStdioOptions {
  /** The engine that converts. You need not start it, because there are no jobs. */
  readonly engine: ConversionEngine;
  /**
   * Folders outside of which no file is read or written, even if the client has other roots. Without them, only the roots of
   * the client count.
   */
  readonly folders?: readonly string[];
  /** Ends the server. */
  readonly signal?: AbortSignal;
  /** A logger that does not write to standard output, because the client reads it. Default: standard error. */
  readonly logger?: Logger;
  readonly input?: Readable;
  readonly output?: Writable;
}

const fileArguments: FileArguments = {
  properties: ({ min, max }) => ({
    files: {
      type: 'array',
      items: { type: 'string' },
      minItems: min,
      ...(max === null ? {} : { maxItems: max }),
      description: 'Paths of the files to convert, or file:// URLs, inside the roots of this client.',
    },
    outputFolder: {
      type: 'string',
      description:
        'A folder for the results, inside the roots of this client; by default the folder of the first file. No file is replaced.',
    },
  }),
  required: ['files'],
};

const instructions =
  'Converts PDF and image files of this machine. Name files by path; results are written next to the first file, or into outputFolder, and are linked in the answer.';

/** How long a client may take to say which roots it has. */
const rootsMs = 5_000;

/**
 * Offers the operations of an engine as tools, over standard input and output, for files inside the folders of the client.
 * Resolves when the client closes the connection, when 10 MB arrive without a complete message, or when the signal aborts.
 */
export async function serveStdio({
  engine,
  folders,
  signal,
  logger = stderrLogger,
  input = process.stdin,
  output = process.stdout,
}: McpStdioOptions): Promise<void> {
  const { server }: { readonly server: Server } = createMcpServer({
    tools: createTools(engine.operations.values(), fileArguments),
    fileArguments,
    instructions,
    running: { count: 0 },
    logger,
    convert: async (call): Promise<ToolResult> => convertFiles(engine, await filesOf(server, folders), call),
  });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { onclose } = server;
  server.onclose = () => {
    onclose?.();
    resolve();
  };
  const close = () => void server.close();
  input.once('end', close).once('close', close);
  output.on('error', close);
  signal?.addEventListener('abort', close);
  await server.connect(new StdioServerTransport(input, output));
  if (signal?.aborted === true) close();
  await closed;
}

/** The roots are asked for with every call: a client may change them. */
async function filesOf(server: Server, folders: readonly string[] | undefined): Promise<AllowedFiles> {
  const roots = server.getClientCapabilities()?.roots === undefined ? undefined : await rootsOf(server);
  return allowedFiles([roots, folders].filter((list) => list !== undefined));
}

async function rootsOf(server: Server): Promise<readonly string[]> {
  const { roots } = await server.listRoots(undefined, { timeout: rootsMs });
  return roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      return []; // One of another kind than a folder of this machine.
    }
  });
}

async function convertFiles(
  engine: ConversionEngine,
  allowed: AllowedFiles,
  { operation, files: given, options, signal, onProgress }: ToolCall,
): Promise<ToolResult> {
  const { paths, outputFolder } = readArguments(engine, given);
  await using opened = await openAll(allowed, paths);
  const folder =
    outputFolder === null ? (opened.files[0]?.folder ?? '') : await allowed.folder('outputFolder', outputFolder);
  const inputs = opened.files.map(({ handle, fileName }) => ({
    fileName,
    data: handle.createReadStream({ autoClose: false, start: 0 }),
  }));
  await using conversion = await engine.convert(operation, inputs, options, { signal, onProgress });
  signal.throwIfAborted();
  return { outputs: await placeOutputs(folder, conversion.outputs), warnings: conversion.warnings };
}

function readArguments(engine: ConversionEngine, { files, outputFolder = null }: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(files) || files.length === 0 || !files.every((path) => typeof path === 'string')) {
    throw invalidRequest([{ field: 'files', problem: 'must be a list of paths' }]);
  }
  if (files.length > engine.limits.maxFiles) {
    throw invalidRequest([{ field: 'files', problem: `at most ${engine.limits.maxFiles} allowed` }]);
  }
  if (outputFolder !== null && typeof outputFolder !== 'string') {
    throw invalidRequest([{ field: 'outputFolder', problem: 'must be a path' }]);
  }
  return { paths: files as readonly string[], outputFolder };
}

/** All of them, or none. */
async function openAll(allowed: AllowedFiles, paths: readonly string[]) {
  const files: OpenedFile[] = [];
  const close = async () => {
    await Promise.all(files.map((file) => file[Symbol.asyncDispose]()));
  };
  try {
    for (const path of paths) files.push(await allowed.open('files', path));
  } catch (error) {
    await close();
    throw error;
  }
  return { files, [Symbol.asyncDispose]: close };
}
