import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { type ConvertedFile, type Operation, silentLogger } from '@platen/core';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { loadOperation } from '@platen/standard/load-operation';
import type { RemoteSettings } from '../convert-remotely.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { watchForInterruption } from '../interruption.ts';
import { createOperationFlags, type OperationFlags } from '../options/operation-flags.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { readServer, serverFlags } from '../options/server-flags.ts';
import { suggest } from '../options/suggest.ts';
import { otherFormat, resolveOutputTarget, writeOutputs } from '../output-target.ts';
import { readPipedInputs } from '../piped-input.ts';
import { createProgressBar } from '../progress-bar.ts';
import type { ServerAddress } from '../remote-client.ts';
import { sizeChange } from '../size-change.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const ownFlags = {
  out: { type: 'string', short: 'o' },
  ...serverFlags,
  'webhook-url': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `platen convert <operation> <inputs…> -o <file or folder>`: converts in this process, or on a server with `--server`. */
export async function convert(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') {
    terminal.print(await listOperations());
    return name === undefined ? exitCodes.usage : exitCodes.success;
  }
  const operation = await findOperation(name);
  const flags = createOperationFlags(operation, Object.keys(ownFlags));
  const config = { ...flags.config, ...ownFlags };
  const parsed = {
    args: [...flags.normalize(rest)],
    options: config,
    allowPositionals: true,
    allowNegative: true,
  } as const;
  // As over HTTP: of two page selections, one would be lost.
  const { values, positionals } = parseArguments(parsed, { once: true });
  if (values.help === true) {
    terminal.print(describeOperation(operation, flags));
    return exitCodes.success;
  }
  if (positionals.length === 0) throw new UsageError('no file to convert was given');
  if (typeof values.out !== 'string') throw new UsageError('say where the result goes with -o <file or folder>');
  const server = readServer(values.server, values.key);
  const webhookUrl = values['webhook-url'];
  if (webhookUrl !== undefined && server === null) {
    throw new UsageError('--webhook-url is for a server, which sends the webhook: say which with --server');
  }
  const request = { operation, inputs: positionals, options: flags.toOptions(values), output: values.out };
  return run({ ...request, server, webhookUrl, asJson: values.json === true }, terminal);
}

interface ConvertRequest {
  readonly operation: Operation;
  readonly inputs: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly output: string;
  /** Null to convert in this process. */
  readonly server: ServerAddress | null;
  /** Where that server reports the end of the job, too. */
  readonly webhookUrl: string | undefined;
  readonly asJson: boolean;
}

type Watch = Pick<RemoteSettings, 'signal' | 'onProgress'>;

async function run(request: ConvertRequest, terminal: Terminal): Promise<ExitCode> {
  const { operation, output, asJson } = request;
  const target = await resolveOutputTarget(output);
  if (target.isPipe && asJson) throw new UsageError('--json prints where the results are: -o needs a file or folder');
  const bar = createProgressBar(operation.name, terminal);
  using interruption = watchForInterruption();
  try {
    const watch = { signal: interruption.signal, onProgress: bar.update };
    await using piped = await readPipedInputs(request.inputs, terminal.input, interruption.signal);
    const inputs = piped.paths;
    await using conversion = await beginConversion({ ...request, inputs }, watch);
    // Before the result is written: it may replace the file.
    const sizes = operation.name === 'pdf/compress' ? await describeSizes(inputs, conversion.outputs) : null;
    const written = await writeOutputs(conversion.outputs, target, terminal.output);
    bar.clear();
    if (asJson) terminal.print(JSON.stringify({ outputs: written, warnings: conversion.warnings }));
    for (const { code, message } of asJson ? [] : conversion.warnings) terminal.note(`warning: ${message} (${code})`);
    const misnamed = asJson ? null : otherFormat(target, conversion.outputs);
    if (misnamed !== null) terminal.note(`warning: ${misnamed}`);
    if (terminal.isInteractive) for (const path of written) terminal.note(`wrote ${relative('', path)}`);
    if (sizes !== null && !asJson) terminal.note(sizes);
    return exitCodes.success;
  } catch (error) {
    bar.clear();
    const code = interruption.exitCode();
    if (code === null) throw error;
    terminal.note('platen: stopped');
    return code;
  }
}

async function beginConversion(request: ConvertRequest, watch: Watch) {
  const { operation, inputs, options, server, webhookUrl } = request;
  if (server === null) return convertHere(operation, inputs, options, watch);
  // Loaded when it is needed: a conversion here is shorter than loading the client.
  const { convertRemotely } = await import('../convert-remotely.ts');
  return convertRemotely(server, operation.name, inputs, options, { ...watch, webhookUrl });
}

async function convertHere(
  operation: Operation,
  inputs: readonly string[],
  options: Readonly<Record<string, unknown>>,
  watch: Watch,
) {
  // The files are the user's own: threads start quicker than confined processes. Errors are shown at the end.
  const logger = silentLogger;
  const engine = createEngine({ operations: [operation], executor: createThreadExecutor({ logger }), logger });
  try {
    const conversion = await engine.convert(operation, inputs, options, {
      ...watch,
      // How much is sent at a time is a server's question.
      limits: { maxFiles: Number.POSITIVE_INFINITY, maxRequestBytes: Number.POSITIVE_INFINITY },
    });
    const { outputs, warnings } = conversion;
    const dispose = async () => {
      await conversion[Symbol.asyncDispose]();
      await engine.stop(0);
    };
    return { outputs, warnings, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await engine.stop(0);
    throw error;
  }
}

/** Compressing is about bytes: they are printed with and without a terminal. */
async function describeSizes(inputs: readonly string[], outputs: readonly ConvertedFile[]): Promise<string | null> {
  const [[input], [output]] = [inputs, outputs];
  if (input === undefined || output === undefined) return null;
  return sizeChange((await stat(input)).size, output.sizeBytes);
}

async function findOperation(name: string): Promise<Operation> {
  const operation = await loadOperation(name);
  if (operation !== null) return operation;
  const known = (await allOperations()).map((candidate) => candidate.name);
  throw new UsageError(`there is no operation "${name}"${suggest(name, known)}; there are ${known.join(', ')}`);
}

/** Loaded when it is needed: a conversion needs one of them, and takes hardly longer than loading all. */
async function allOperations(): Promise<readonly Operation[]> {
  return (await import('@platen/standard')).standardOperations;
}

async function listOperations(): Promise<string> {
  const lines = (await allOperations()).map(({ name, description }) => `  ${name.padEnd(14)} ${description}`);
  const usage = 'platen convert <operation> <files…> -o <file or folder> [options]';
  return [usage, '', ...lines, '', 'The options of one: platen convert <operation> --help'].join('\n');
}

function describeOperation(operation: Operation, flags: OperationFlags): string {
  return [
    `platen convert ${operation.name} <files…> -o <file or folder> [options]`,
    operation.description,
    'A file may be -, standard input.',
    '',
    ...flags.help,
    `  ${'-o, --out <file or folder>'.padEnd(36)} A path that ends in / is a folder; - is standard output`,
    `  ${'--server <url>'.padEnd(36)} Convert on a server instead of here`,
    `  ${'--key <key>'.padEnd(36)} Its API key; PLATEN_KEY in the environment when not given`,
    `  ${'--webhook-url <url>'.padEnd(36)} Where the server reports the end of the job, if it accepts that`,
    `  ${'--json'.padEnd(36)} Print where the results are as JSON`,
  ].join('\n');
}
