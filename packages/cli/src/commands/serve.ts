import type { Limits, Logger } from '@platen/core';
import { pino } from 'pino';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { readLimits } from '../options/limit-flags.ts';
import { numberFlag } from '../options/number-flag.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { openDataFolder } from '../service/data-folder.ts';
import { createFirstKey, describeFirstSteps } from '../service/first-key.ts';
import { type Service, type ServiceSettings, startService } from '../service/start-service.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen serve [options]

  --port <number>                  8080; 0 takes a free one
  --host <address>                 Where to listen: 127.0.0.1; 0.0.0.0 for every network
  --data <folder>                  Jobs, keys and files: ./platen-data
  --public-url <url>               What clients call it by, when a proxy stands before it
  --trust-proxy <hops|addresses>   Believe X-Forwarded-* of these proxies, as Express says it: 1, loopback, 10.0.0.0/8
  --concurrency <number>           Conversions at once: as many as there are processors
  --jobs-per-key <number>          Of them for one key: no bound
  --executor processes|threads     Confined processes, for files anybody may send, or quicker threads: processes
  --retention-hours <number>       How long results are kept: 24
  --max-file-mb <number>           Largest file: 100 (a request may have three times that)
  --limit <name>=<number>          Any other limit of docs/limits.md, or a limit of a key: maxPages=500; may be repeated
  --requests-per-minute <number>   For each key: 60
  --grace-seconds <number>         How long jobs may go on after a SIGTERM: 30
  --metrics                        Prometheus counters at /metrics, for anybody who can reach it
  --log-level <level>              debug, info, warn or error; warn on a terminal, else info
  --no-first-key                   Create no first key in an empty data folder`;

const flags = {
  port: { type: 'string', default: '8080' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string', default: 'platen-data' },
  'public-url': { type: 'string' },
  'trust-proxy': { type: 'string' },
  concurrency: { type: 'string' },
  'jobs-per-key': { type: 'string' },
  executor: { type: 'string', default: 'processes' },
  'retention-hours': { type: 'string' },
  'max-file-mb': { type: 'string' },
  limit: { type: 'string', multiple: true },
  'requests-per-minute': { type: 'string' },
  'grace-seconds': { type: 'string', default: '30' },
  metrics: { type: 'boolean', default: false },
  'log-level': { type: 'string' },
  'first-key': { type: 'boolean', default: true },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `platen serve`: the whole HTTP interface over a data folder, until a signal ends it. */
export async function serve(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseArguments({ args: [...args], options: flags, allowNegative: true });
  if (values.help === true) {
    terminal.print(help);
    return exitCodes.success;
  }
  const settings: ServiceSettings = {
    data: await openDataFolder(values.data),
    host: values.host,
    port: numberFlag('port', values.port) ?? 0,
    publicUrl: values['public-url'],
    trustProxy: trustedProxies(values['trust-proxy']),
    concurrency: numberFlag('concurrency', values.concurrency, 1),
    executor: executorOf(values.executor),
    retentionMs: scaled(numberFlag('retention-hours', values['retention-hours']), 3_600_000),
    limits: { ...shorthandLimits(values['max-file-mb'], values['jobs-per-key']), ...readLimits(values.limit) },
    requestsPerMinute: numberFlag('requests-per-minute', values['requests-per-minute'], 1),
    metrics: values.metrics,
    logger: createLogger(values['log-level'] ?? (terminal.isInteractive ? 'warn' : 'info')),
  };
  const graceMs = 1000 * (numberFlag('grace-seconds', values['grace-seconds']) ?? 30);
  const service = await startOrExplain(settings);
  await greet(service, settings, values['first-key'], terminal);

  const signal = await stopSignal();
  terminal.note(`${signal}: finishing what is under way (once more ends it at once)`);
  await service.stop(graceMs);
  return exitCodes.success;
}

async function greet(service: Service, { data }: ServiceSettings, wantsKey: boolean, terminal: Terminal) {
  const key = wantsKey ? await createFirstKey(service.keys) : null;
  terminal.print(`Platen serves ${service.url}  (data in ${data.path})`);
  if (key === null) {
    terminal.print('Keys: platen keys list | create | revoke. The interface: /api/openapi.json');
    return;
  }
  terminal.print(`API key (shown only this once): ${key}\n`);
  terminal.print(await describeFirstSteps(data, service.url, key));
}

async function startOrExplain(settings: ServiceSettings): Promise<Service> {
  try {
    return await startService(settings);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (error instanceof TypeError && code === '') throw new UsageError(error.message);
    if (code === 'EADDRINUSE') throw new UsageError(`port ${settings.port} is taken: give another with --port`);
    if (code === 'EACCES')
      throw new UsageError(`this user may not listen on port ${settings.port}: give another with --port`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new UsageError(`${settings.host} is no address of this machine`);
    throw error;
  }
}

function createLogger(level: string): Logger {
  if (!['debug', 'info', 'warn', 'error', 'silent'].includes(level)) {
    throw new UsageError(`--log-level is debug, info, warn or error, not "${level}"`);
  }
  return pino({ level }, pino.destination({ dest: 2, sync: true }));
}

function shorthandLimits(maxFileMegabytes: string | undefined, jobsPerKey: string | undefined): Partial<Limits> {
  const maxFileBytes = scaled(numberFlag('max-file-mb', maxFileMegabytes), 1024 * 1024);
  const maxRunningPerOwner = numberFlag('jobs-per-key', jobsPerKey, 1);
  return {
    ...(maxFileBytes === undefined ? {} : { maxFileBytes, maxRequestBytes: 3 * maxFileBytes }),
    ...(maxRunningPerOwner === undefined ? {} : { maxRunningPerOwner }),
  };
}

function executorOf(name: string): ServiceSettings['executor'] {
  if (name === 'processes' || name === 'threads') return name;
  throw new UsageError(`--executor is processes or threads, not "${name}"`);
}

/** A number of hops, or addresses. */
function trustedProxies(value: string | undefined): ServiceSettings['trustProxy'] {
  if (value === undefined) return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}

function scaled(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor;
}

/** One press of Ctrl-C may arrive twice, from the terminal and from a parent that passes it on. */
const sameSignalMs = 1_000;

/** Resolves to the first signal that asks the process to end. A later one ends it at once. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    const listen = (signal: string) => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > sameSignalMs) process.exit(exitCodes.interrupted);
      resolve(signal);
    };
    process.on('SIGINT', listen);
    process.on('SIGTERM', listen);
  });
}
