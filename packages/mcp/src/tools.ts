import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JobWarning, Operation } from '@platen/core';
import { type JsonSchema, readOptionFields } from '@platen/core/internal';

/** Arguments of every tool beside the options of its operation: how files come in and where results go. */
export interface FileArguments {
  readonly properties: (files: Operation['files']) => Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** A call of a tool, with what belongs to its operation taken apart. */
export interface ToolCall {
  readonly operation: Operation;
  /** Values of `FileArguments`, unchecked. */
  readonly files: Readonly<Record<string, unknown>>;
  /** Unchecked: the engine has the words for what is wrong with them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Aborts if the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Called with the completed share, 0 to 1, monotonic. */
  readonly onProgress: (fraction: number) => void;
}

/** A result as the client finds it. */
export interface ToolOutput {
  readonly uri: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
}

export interface ToolResult {
  readonly outputs: readonly ToolOutput[];
  readonly warnings: readonly JobWarning[];
}

/** One tool for each operation, by its name. */
export type Tools = ReadonlyMap<string, { readonly tool: Tool; readonly operation: Operation }>;

/** The tools for some operations. Throws a TypeError when two would have one name. */
export function createTools(operations: Iterable<Operation>, files: FileArguments): Tools {
  const tools = new Map<string, { readonly tool: Tool; readonly operation: Operation }>();
  for (const operation of operations) {
    const tool = describeTool(operation, files);
    if (tools.has(tool.name)) throw new TypeError(`two operations have the tool name ${tool.name}`);
    tools.set(tool.name, { tool, operation });
  }
  return tools;
}

/** `pdf/to-word` is the tool `pdf_to_word`: clients take letters, digits and underscores everywhere. */
function describeTool(operation: Operation, { properties, required }: FileArguments): Tool {
  const { name, title, description, accepts, files } = operation;
  return {
    name: name.replaceAll(/[/-]/g, '_'),
    title,
    description: `${description} Takes ${accepts.join(', ')}.`,
    inputSchema: {
      type: 'object',
      properties: { ...readOptionFields(operation).schemas, ...properties(files) },
      required: [...required],
    },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    execution: { taskSupport: 'optional' },
  };
}
