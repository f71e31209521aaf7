import { stat } from 'node:fs/promises';
import { invalidRequest, type JobOutput, type Operation } from '@platen/core';
import { parseJobOutput, readOptionFields, tryCheckOptions } from '@platen/core/internal';
import { collectInputs } from '../convert/collect-inputs.ts';
import { convertBatch } from '../convert/convert-batch.ts';
import { convertOne } from '../convert/convert-one.ts';
import { type Converter, createLocalConverter } from '../convert/converter.ts';
import { describeOperation, listOperations } from '../convert/help.ts';
import { planBatch } from '../convert/plan-batch.ts';
import type { ConvertRequest } from '../convert/request.ts';
import { chooseFormat } from '../convert/result-format.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { watchForInterruption } from '../interruption.ts';
import { withLanguageHint } from '../language-hint.ts';
import { findOperation } from '../options/find-operation.ts';
import { countFlag } from '../options/number-flag.ts';
import { createOperationFlags } from '../options/operation-flags.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { passwordFlags, readPasswords } from '../options/password-flags.ts';
import { readServer, serverFlags } from '../options/server-flags.ts';
import { resolveOutputTarget } from '../output-target.ts';
import type { ServerAddress } from '../remote-client.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const ownFlags = {
  out: { type: 'string', short: 'o' },
  force: { type: 'boolean', short: 'f', default: false },
  jobs: { type: 'string' },
  ...passwordFlags,
  ...serverFlags,
  from: { type: 'string', multiple: true },
  'webhook-url': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;
/** Of operations that take one file or several. */
const eachFlag = { each: { type: 'boolean', default: false } } as const;

/** `platen convert <operation> <inputs…> -o <file or folder>`: converts in this process, or on a server with `--server`. */
export async function convert(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = isHelp(args[0]) && args[1] !== undefined ? [args[1], '--help'] : args;
  if (name === undefined || isHelp(name)) {
    terminal.print(listOperations(await allOperations()));
    return name === undefined ? exitCodes.usage : exitCodes.success;
  }
  const operation = await findOperation(name);
  const command = readCommandLine(operation, rest);
  if (command === null) {
    terminal.print(describeOperation(operation));
    return exitCodes.success;
  }
  const { server, args: inputs, from } = command;
  const request = await readRequest(operation, command, terminal);
  const found = await collectInputs(inputs, operation, request.target.isFolder ? request.target.path : null);
  const isBatch = from.length === 0 && isForEach(operation, command.each) && (inputs.length > 1 || found.isExpanded);
  const tasks = isBatch ? planBatch(found, request.target.path) : [];
  if (tasks.length > 1 && !request.target.isFolder) {
    throw new UsageError(
      `${tasks.length} files become at least ${tasks.length} results: give -o a folder, such as -o results/`,
    );
  }
  using interruption = watchForInterruption();
  const isBrief = !isBatch && (await takesNoTime(operation, found.files));
  await using converter = await openConverter(operation, server, { ...command, isBrief });
  if (isBatch && request.target.isFolder) {
    return await convertBatch(request, tasks, found.leftOut, { converter, interruption, terminal });
  }
  return await convertOne(request, found, { converter, interruption, terminal });
}

type CommandLine = NonNullable<ReturnType<typeof readCommandLine>>;

/** Null when it asks for help. */
function readCommandLine(operation: Operation, args: readonly string[]) {
  const reserved = { ...ownFlags, ...eachFlag };
  const flags = createOperationFlags(operation, Object.keys(reserved));
  const { 'password-file': passwordFile, ...others } = ownFlags;
  const has = {
    ...(readOptionFields(operation).has('password') ? { 'password-file': passwordFile } : {}),
    ...(takesOneOrSeveral(operation) ? eachFlag : {}),
  };
  const options = { ...flags.config, ...others, ...has } as typeof reserved;
  const parsed = { args: [...flags.normalize(args)], options, allowPositionals: true, allowNegative: true } as const;
  // As over HTTP: of two page selections, one would be lost.
  const { values, positionals } = parseArguments(parsed, { once: true });
  if (values.help === true) return null;
  const from = (values.from ?? []).map(readReference);
  if (positionals.length + from.length === 0) throw new UsageError('no file to convert was given');
  if (values.out === undefined) throw new UsageError('say where the result goes with -o <file or folder>');
  const server = readServer(values.server, values.key);
  const webhookUrl = values['webhook-url'];
  if (webhookUrl !== undefined && server === null) {
    throw new UsageError('--webhook-url needs a server to send the webhook: add --server <url>');
  }
  if (from.length > 0 && server === null) {
    throw new UsageError('--from needs the server that has the job: add --server <url>');
  }
  const { out, force, json: asJson, each = false } = values;
  const { password = [], ...given } = flags.toOptions(values) as { password?: string | string[] };
  return {
    args: positionals,
    ...{ out, force, asJson, each, server, from, webhookUrl, given },
    jobs: countFlag('jobs', values.jobs),
    passwords: typeof password === 'string' ? [password] : password,
    passwordFile: values['password-file'],
  };
}

function readReference(text: string): JobOutput {
  const read = parseJobOutput(text);
  if (read !== null) return read;
  throw new UsageError(
    `--from ${text} is not the id of a job, such as <jobId>, or of one of its outputs, such as <jobId>/2`,
  );
}

/** Whether an operation may make one file of one, or one of several: `image/to-pdf`. */
function takesOneOrSeveral({ files }: Operation): boolean {
  return files.min === 1 && files.max === null;
}

/** Whether each file is converted for itself. */
function isForEach({ files }: Operation, each: boolean): boolean {
  return files.max === 1 || each;
}

/** Checks all that can be checked without converting. */
async function readRequest(operation: Operation, command: CommandLine, terminal: Terminal): Promise<ConvertRequest> {
  const { out, force, asJson, given, server } = command;
  const target = await resolveOutputTarget(out);
  if (target.isPipe && asJson) throw new UsageError('--json prints where the results are: -o needs a file or folder');
  const format = chooseFormat(operation, given, target, { terminal, force });
  const passwords = await readPasswords(command.passwords, command.passwordFile);
  // Those of a server may be others: it says so itself.
  if (server === null) await checkHere(operation, format.options);
  return { operation, target, format, passwords, force, asJson };
}

async function checkHere(operation: Operation, options: Readonly<Record<string, unknown>>): Promise<void> {
  const result = await tryCheckOptions(operation, options);
  if (!('problems' in result)) return;
  throw invalidRequest(result.problems.map((each) => ({ ...each, problem: withLanguageHint(each.problem) })));
}

async function openConverter(
  operation: Operation,
  server: ServerAddress | null,
  {
    from,
    webhookUrl,
    jobs,
    isBrief,
  }: Pick<CommandLine, 'from' | 'webhookUrl' | 'jobs'> & { readonly isBrief: boolean },
): Promise<Converter> {
  if (server === null) return createLocalConverter(operation, jobs, isBrief);
  // Loaded when it is needed: a conversion here is shorter than loading the client.
  const { createRemoteConverter } = await import('../convert/remote-converter.ts');
  return createRemoteConverter(server, operation.name, { concurrency: jobs ?? remoteJobs, from, webhookUrl });
}

/** Operations that copy objects, in steps that are counted, and draw nothing. */
const copying: readonly string[] = ['pdf/merge', 'pdf/split'];
/** They take less than a second for as much. */
const briefBytes = 1_000_000;

/**
 * Whether files are done sooner than a worker thread is started. Ctrl-C is heard whenever such work reads or writes, every few
 * milliseconds, and a second one ends the process wherever it is.
 */
async function takesNoTime({ name }: Operation, files: readonly string[]): Promise<boolean> {
  if (!copying.includes(name)) return false;
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => Number.POSITIVE_INFINITY,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0) <= briefBytes;
}

/** Enough to keep a server of some processors busy, at two or three requests a job within a limit of 60 a minute. */
const remoteJobs = 4;

/** Loaded when it is needed: a conversion needs one of them, and takes hardly longer than loading all. */
async function allOperations(): Promise<readonly Operation[]> {
  return (await import('@platen/standard')).standardOperations;
}

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}
