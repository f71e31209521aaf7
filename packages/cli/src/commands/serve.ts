import { mkdir } from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';
import type { SharedSettings, SharedStores, SharedUrls } from '@platen/cluster';
import type { KeyStore, Limits, Logger } from '@platen/core';
import { type DataFolder, openDataFolder, requireDescriptors } from '@platen/host/data-folder';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { languageFolder } from '../language-folder.ts';
import { executorOf } from '../options/executor-flag.ts';
import { readLimits } from '../options/limit-flags.ts';
import { createLogger } from '../options/log-level.ts';
import { countFlag, numberFlag, portFlag, positiveFlag } from '../options/number-flag.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { nodeFlags, nodeHelp, readSharedSettings, readSharedUrls } from '../options/store-flags.ts';
import type { DashboardAccess } from '../service/dashboard-password.ts';
import { createFirstKey, describeFirstSteps, type FirstKey } from '../service/first-key.ts';
import { importCluster } from '../service/import-cluster.ts';
import { choosePort, defaultPort, isInstead } from '../service/listen.ts';
import type { Service, ServiceSettings } from '../service/start-service.ts';
import { stopSignal } from '../service/stop-signal.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen serve [options]

  --port <number>                  Port to listen on; 0 takes any free port (default: 8080, or the next free one)
  --host <address>                 Address to listen on; 0.0.0.0 for every network (default: 127.0.0.1)
  --data <folder>                  Folder for jobs, keys and files (default: ./platen-data)
${nodeHelp}
  --direct-downloads               Redirect downloads to the bucket, with links that are valid for a minute
  --no-work                        Accept jobs, but leave them to workers on other machines
  --public-url <url>               Address that clients use, if there is a proxy
  --trust-proxy <hops|addresses>   Trust X-Forwarded-* of these proxies, with values as in Express, such as 1, loopback or 10.0.0.0/8
  --concurrency <number>           Conversions that run at the same time (default: the number of processors)
  --jobs-per-key <number>          Conversions of one key that run at the same time (default: unlimited)
  --max-queued <number>            Jobs of all keys that may wait; further ones get 503 (default: 10000)
  --executor processes|threads     processes are confined, for files from anybody; threads are faster, for files that you trust (default: processes)
  --retention-hours <number>       Hours for which results are kept (default: 24)
  --max-file-mb <number>           Largest file in MB; a request may have three times as much (default: 100)
  --limit <name>=<number>          Set another limit of docs/limits.md, such as maxPages=500; may be repeated
  --requests-per-minute <number>   Requests per minute for each key (default: 60)
  --failed-keys-per-minute <number>  Requests per minute without a valid key from one address (default: 30)
  --grace-seconds <number>         Seconds for which jobs and uploads may continue after SIGTERM (default: 30)
  --drain-seconds <number>         Seconds before that in which /readyz answers 503, for a balancer (default: 5 with --store, otherwise 0)
  --manage                         Serve routes to list, watch, cancel, retry and delete jobs at /api/manage, for the same keys
  --keep-failed-inputs             Keep the files of failed and cancelled jobs as long as their records, so that the jobs can be retried
  --no-dashboard                   Do not serve the dashboard (default: at /dashboard, with a password that the first start generates)
  --dashboard-password-file <file> Read the password from the first line of a file
  --dashboard-viewer-file <file>   Read a second password, for people who may change nothing: they sign in as viewer, the others as admin
  --webhook-urls                   Let jobs name a URL that is notified when they end (webhookUrl): docs/webhooks.md
  --webhook-http                   Allow webhooks over http
  --webhook-network <network>      Allow webhooks to an internal network, such as 10.1.0.0/16; may be repeated
  --mcp                            Serve conversions as tools for agents at /mcp, for the same keys; needs @platen/mcp
  --metrics                        Serve Prometheus metrics at /metrics, to anybody who can connect
  --json                           Print the address as a line of JSON
  --log-level <level>              debug, info, warn or error (default: warn on a terminal, otherwise info)
  --no-first-key                   Do not create a first key in an empty data folder`;

const flags = {
  ...nodeFlags,
  work: { type: 'boolean', default: true },
  'direct-downloads': { type: 'boolean', default: false },
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string', default: 'platen-data' },
  'public-url': { type: 'string' },
  'trust-proxy': { type: 'string' },
  concurrency: { type: 'string' },
  'jobs-per-key': { type: 'string' },
  'max-queued': { type: 'string' },
  executor: { type: 'string', default: 'processes' },
  'retention-hours': { type: 'string' },
  'max-file-mb': { type: 'string' },
  limit: { type: 'string', multiple: true },
  'requests-per-minute': { type: 'string' },
  'failed-keys-per-minute': { type: 'string' },
  'grace-seconds': { type: 'string', default: '30' },
  'drain-seconds': { type: 'string' },
  manage: { type: 'boolean', default: false },
  'keep-failed-inputs': { type: 'boolean', default: false },
  dashboard: { type: 'boolean', default: true },
  'dashboard-password-file': { type: 'string' },
  'dashboard-viewer-file': { type: 'string' },
  'webhook-urls': { type: 'boolean', default: false },
  'webhook-http': { type: 'boolean', default: false },
  'webhook-network': { type: 'string', multiple: true },
  mcp: { type: 'boolean', default: false },
  metrics: { type: 'boolean', default: false },
  'log-level': { type: 'string' },
  json: { type: 'boolean', default: false },
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
  const named = values.port === undefined ? null : portFlag(values.port);
  const settings: Omit<ServiceSettings, 'port' | 'data' | 'dashboard' | 'shared' | 'beforeListening'> = {
    host: values.host,
    publicUrl: values['public-url']?.replace(/\/+$/, ''),
    trustProxy: trustedProxies(values['trust-proxy']),
    concurrency: countFlag('concurrency', values.concurrency),
    maxQueued: countFlag('max-queued', values['max-queued']),
    executor: executorOf(values.executor),
    retentionMs: scaled(positiveFlag('retention-hours', values['retention-hours']), 3_600_000),
    limits: { ...shorthandLimits(values['max-file-mb'], values['jobs-per-key']), ...readLimits(values.limit) },
    requestsPerMinute: countFlag('requests-per-minute', values['requests-per-minute']),
    failedKeysPerMinute: countFlag('failed-keys-per-minute', values['failed-keys-per-minute']),
    manage: values.manage,
    keepFailedInputs: values['keep-failed-inputs'],
    webhooks: {
      jobUrls: values['webhook-urls'],
      allowHttp: values['webhook-http'],
      allowedNetworks: values['webhook-network'] ?? [],
    },
    mcp: values.mcp,
    metrics: values.metrics,
    works: values.work,
    directDownloads: values['direct-downloads'],
    logger: createLogger(values['log-level'], terminal),
  };
  const urls = readSharedUrls(values);
  if (!values.work && urls === null)
    throw new UsageError('--no-work needs --store: without it, no other process runs the jobs');
  if (values['direct-downloads'] && urls === null) throw new UsageError('--direct-downloads needs --store and --blobs');
  const sharedSettings = readSharedSettings(values);
  requireDescriptors();
  // Before anything that takes longer is loaded or made: a port that is taken ends the start at once.
  const port = await choosePort(values.host, named);
  // A line for scripts holds no secret: where it is kept.
  const isShown = terminal.printsToPerson && !values.json;
  const graceMs = 1000 * (numberFlag('grace-seconds', values['grace-seconds']) ?? 30);
  const drainMs = 1000 * (numberFlag('drain-seconds', values['drain-seconds']) ?? (urls === null ? 0 : 5));
  // Workers and libraries make files too: none of them is anybody else's.
  if (isMainThread) process.umask(0o077);
  // Workers may read the folders that are there now: what is added to this one later is found too.
  await mkdir(languageFolder(), { recursive: true }).catch(() => {}); // A user without a home has none.
  const data = await openDataFolder(values.data);
  let shared: SharedStores | null = null;
  try {
    shared = urls === null ? null : await openShared(urls, settings.logger, sharedSettings);
    // Which of several nodes would make it? `platen keys create --store` does.
    const wantsKey = values['first-key'] && shared === null;
    let key: FirstKey | null = null;
    const stopped = Promise.withResolvers<string>();
    // Whoever waits for the server to answer finds the key there, and may stop it at once.
    const beforeListening = async (keys: KeyStore) => {
      stopSignal().then(stopped.resolve, stopped.reject);
      if (wantsKey) key = await createFirstKey(keys, data, isShown);
    };
    const dashboard = values.dashboard ? await openAccess(data, values, isShown, shared) : null;
    const service = await startOrExplain({
      ...settings,
      port,
      data,
      shared,
      dashboard: dashboard?.signIn ?? null,
      beforeListening,
    });
    if (values.json) terminal.print(JSON.stringify(describeService(service, data, key, dashboard)));
    else await greet(service, data, key, dashboard, { isInstead: isInstead(port, named), terminal });
    const signal = await stopped.promise;
    terminal.note(`${signal}: finishing running jobs (send it again to stop at once)`);
    await service.stop(graceMs, drainMs);
    return exitCodes.success;
  } finally {
    await shared?.close();
    data.release();
  }
}

/** Loaded when asked for: a server on one machine needs neither client. */
async function openShared(urls: SharedUrls, logger: Logger, settings: SharedSettings): Promise<SharedStores> {
  const { openSharedStores } = await importCluster();
  const { standardOperations } = await import('@platen/standard');
  return openSharedStores(
    urls,
    standardOperations.map(({ name }) => name),
    logger,
    settings,
  );
}

/** Loaded when it is served: without it nothing of the dashboard is. */
async function openAccess(
  data: DataFolder,
  values: {
    readonly 'dashboard-password-file'?: string | undefined;
    readonly 'dashboard-viewer-file'?: string | undefined;
  },
  isShown: boolean,
  shared: SharedStores | null,
): Promise<DashboardAccess> {
  const { openDashboard } = await import('../service/dashboard-password.ts');
  const files = { managerFile: values['dashboard-password-file'], viewerFile: values['dashboard-viewer-file'] };
  return openDashboard(data, files, isShown, shared);
}

function describeService({ url }: Service, data: DataFolder, key: FirstKey | null, dashboard: DashboardAccess | null) {
  return {
    url,
    data: data.path,
    firstKeyFile: key?.file ?? null,
    dashboard: dashboard === null ? null : `${url}/dashboard/`,
    dashboardPasswordFile: dashboard?.passwordFile ?? null,
  };
}

async function greet(
  service: Service,
  data: DataFolder,
  key: FirstKey | null,
  dashboard: DashboardAccess | null,
  { isInstead, terminal }: { readonly isInstead: boolean; readonly terminal: Terminal },
) {
  const reason = isInstead ? `port ${defaultPort} is in use; ` : '';
  terminal.print(`Platen serves ${service.url}  (${reason}data in ${data.path})`);
  if (dashboard !== null) {
    terminal.print(`Dashboard: ${service.url}/dashboard/`);
    if (dashboard.notice !== null) terminal.print(dashboard.notice);
  }
  if (key === null) {
    terminal.print('Keys: platen keys list | create | revoke. The interface: /api/openapi.json');
    return;
  }
  terminal.print(`${key.notice}\n`);
  terminal.print(await describeFirstSteps(data, service.url, key));
}

async function startOrExplain(settings: ServiceSettings): Promise<Service> {
  const { startService } = await import('../service/start-service.ts');
  try {
    return await startService(settings);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (error instanceof TypeError && code === '') throw new UsageError(error.message);
    throw error;
  }
}

function shorthandLimits(maxFileMegabytes: string | undefined, jobsPerKey: string | undefined): Partial<Limits> {
  const maxFileBytes = scaled(positiveFlag('max-file-mb', maxFileMegabytes), 1024 * 1024);
  const maxRunningPerOwner = countFlag('jobs-per-key', jobsPerKey);
  return {
    ...(maxFileBytes === undefined ? {} : { maxFileBytes, maxRequestBytes: 3 * maxFileBytes }),
    ...(maxRunningPerOwner === undefined ? {} : { maxRunningPerOwner }),
  };
}

/** A number of hops, or addresses. */
function trustedProxies(value: string | undefined): ServiceSettings['trustProxy'] {
  if (value === undefined) return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}

function scaled(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor;
}
