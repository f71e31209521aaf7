import { InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type RequestId,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { ConversionError, type Logger } from '@platen/core';
import { toConversionError } from '@platen/core/internal';
import packageJson from '../package.json' with { type: 'json' };
import type { FileArguments, ToolCall, ToolResult, Tools } from './tools.ts';

/** How many calls run or wait. */
export interface RunningCalls {
  count: number;
}

/** What a server of tools is made of; `Caller` is who sends a message, where there may be several. */
export interface McpServerParts<Caller> {
  readonly tools: Tools;
  readonly fileArguments: FileArguments;
  /** What an agent is told of all tools. */
  readonly instructions: string;
  /** Calls of this client, and of others that are bounded together with it. */
  readonly running: RunningCalls;
  readonly logger: Logger;
  /** `caller` is what the transport was given as `authInfo.extra` of the message. */
  convert(call: ToolCall, caller: Caller | undefined): Promise<ToolResult>;
}

/** Calls that run or wait at once: more are refused, as by a queue that is full. */
const maxCalls = 32;
/** Tasks of one client, ended ones included, before the oldest must expire. */
const maxTasks = 200;
/** How long the result of a task is kept when the client does not say, and at most. */
const taskTtlMs = { fallback: 3_600_000, most: 24 * 3_600_000 };
/** Progress is told when this much more is done. */
const progressStep = 0.01;

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** A server with a tool for each operation, for one client. Calls are cancelled when it is closed. */
export function createMcpServer<Caller>(parts: McpServerParts<Caller>): {
  readonly server: Server;
  /** Whether a call runs or waits. */
  readonly isBusy: () => boolean;
  /** Told of cancellations by transports on which one may overtake its call. */
  readonly hearCancelled: (requestId: RequestId) => void;
} {
  const running = new Set<AbortController>();
  const byTask = new Map<string, AbortController>();
  const begun = new Set<RequestId>();
  const cancelledEarly = new Set<RequestId>();
  /** Counts a call until the function that it returns is called. */
  const begin = (controller: AbortController, requestId: RequestId) => {
    running.add(controller);
    begun.add(requestId);
    parts.running.count += 1;
    return () => {
      running.delete(controller);
      begun.delete(requestId);
      parts.running.count -= 1;
    };
  };
  const taskStore = createTaskStore((taskId) => byTask.get(taskId)?.abort());
  const server = new Server(
    { name: 'platen', title: 'Platen', version: packageJson.version },
    {
      capabilities: { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
      instructions: parts.instructions,
      taskStore,
    },
  );
  server.onerror = (error) => parts.logger.debug({ err: error }, 'a message of an MCP client cannot be handled');
  server.onclose = () => {
    for (const controller of running) controller.abort();
    taskStore.cleanup();
  };
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [...parts.tools.values()].map(({ tool }) => tool),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const controller = new AbortController();
    if (parts.running.count >= maxCalls) return failure(tooManyCalls());
    const call = toCall(parts, params, controller.signal, progressOf(extra));
    const end = begin(controller, extra.requestId);
    if (cancelledEarly.delete(extra.requestId)) controller.abort();
    const caller = extra.authInfo?.extra?.caller as Caller | undefined;
    const run = () => answer(parts, call, caller).finally(end);
    if (params.task === undefined) {
      extra.signal.addEventListener('abort', () => controller.abort());
      if (extra.signal.aborted) controller.abort();
      return run();
    }
    const { ttl } = params.task;
    const store = extra.taskStore;
    if (store === undefined) throw new McpError(ErrorCode.InvalidParams, 'tasks are not supported here');
    const task = await store.createTask({ ttl: Math.min(ttl ?? taskTtlMs.fallback, taskTtlMs.most) }).catch((error) => {
      end();
      throw error;
    });
    byTask.set(task.taskId, controller);
    run()
      .then((result) => store.storeTaskResult(task.taskId, result.isError === true ? 'failed' : 'completed', result))
      // One that was cancelled, or whose client is gone, has no result.
      .catch((error: unknown) => parts.logger.debug({ err: error }, 'the result of a task is not kept'))
      .finally(() => byTask.delete(task.taskId));
    return { task };
  });
  return {
    server,
    isBusy: () => running.size > 0,
    hearCancelled(requestId) {
      if (begun.has(requestId)) return;
      cancelledEarly.add(requestId);
      const [oldest] = cancelledEarly;
      if (cancelledEarly.size > maxCalls && oldest !== undefined) cancelledEarly.delete(oldest);
    },
  };
}

function toCall<Caller>(
  { tools, fileArguments }: McpServerParts<Caller>,
  { name, arguments: given = {} }: CallToolRequest['params'],
  signal: AbortSignal,
  onProgress: ToolCall['onProgress'],
): ToolCall {
  const operation = tools.get(name)?.operation;
  if (operation === undefined)
    throw new McpError(ErrorCode.InvalidParams, `there is no tool ${JSON.stringify(name.slice(0, 100))}`);
  const own = new Set(Object.keys(fileArguments.properties(operation.files)));
  const entries = Object.entries(given);
  return {
    operation,
    files: Object.fromEntries(entries.filter(([key]) => own.has(key))),
    options: Object.fromEntries(entries.filter(([key]) => !own.has(key))),
    signal,
    onProgress,
  };
}

async function answer<Caller>(
  { convert, logger }: McpServerParts<Caller>,
  call: ToolCall,
  caller: Caller | undefined,
): Promise<CallToolResult> {
  try {
    return success(call, await convert(call, caller));
  } catch (thrown) {
    const error = toConversionError(
      thrown,
      (cause) => new ConversionError('INTERNAL_ERROR', 'Something unexpected went wrong', { cause }),
    );
    const isOurs = error.code === 'INTERNAL_ERROR' && !call.signal.aborted;
    if (isOurs) logger.error({ err: error.cause ?? error, operation: call.operation.name }, 'a tool failed');
    return failure(error);
  }
}

function success({ operation }: ToolCall, { outputs, warnings }: ToolResult): CallToolResult {
  const count = outputs.length === 1 ? '1 file' : `${outputs.length} files`;
  const lines = [
    `${operation.title}: ${count}.`,
    ...warnings.map(({ code, message }) => `Warning ${code}: ${message}`),
  ];
  return {
    content: [
      { type: 'text', text: lines.join('\n') },
      ...outputs.map(({ uri, fileName, mediaType, sizeBytes }) => ({
        type: 'resource_link' as const,
        uri,
        name: fileName,
        mimeType: mediaType,
        size: sizeBytes,
      })),
    ],
    structuredContent: { outputs, warnings },
  };
}

/** With the code of the error table, and its details, as over HTTP. */
function failure({ code, message, details }: ConversionError): CallToolResult {
  const error = { code, message, details };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(error) }], structuredContent: { error } };
}

function tooManyCalls(): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', `More than ${maxCalls} conversions at once`, {
    details: { reason: 'queue_full' },
  });
}

/** Tells the client, where it asked for that. */
function progressOf({ _meta, sendNotification }: Extra): ToolCall['onProgress'] {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let told = 0;
  return (fraction) => {
    if (fraction < told + progressStep && fraction < 1) return;
    if (fraction <= told) return;
    told = fraction;
    const params = { progressToken, progress: fraction, total: 1 };
    // A client that is gone is noticed by its transport.
    sendNotification({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** Keeps results for a time; `onCancel` is called for a task that its client cancels. */
function createTaskStore(onCancel: (taskId: string) => void): InMemoryTaskStore {
  const store = new InMemoryTaskStore();
  const { createTask, updateTaskStatus } = store;
  store.createTask = async (settings, requestId, { method }, ...rest) => {
    if (store.getAllTasks().length >= maxTasks) {
      throw new McpError(ErrorCode.InvalidRequest, `more than ${maxTasks} tasks are kept: let some expire`);
    }
    // The files of a call are in its arguments, and would be kept as long as the task.
    return createTask.call(store, settings, requestId, { method }, ...rest);
  };
  store.updateTaskStatus = async (...given) => {
    await updateTaskStatus.apply(store, given);
    if (given[1] === 'cancelled') onCancel(given[0]);
  };
  return store;
}
