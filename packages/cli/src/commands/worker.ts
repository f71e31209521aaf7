import { isMainThread } from 'node:worker_threads';
import type { Operation } from '@platen/core';
import { suggest } from '@platen/core/internal';
import { findHostTracer, traceJobs } from '@platen/engine';
import { createPlaten } from '@platen/host';
import { openDataFolder, requireDescriptors } from '@platen/host/data-folder';
import { standardOperations } from '@platen/standard';
import { jobMessages } from '@platen/webhooks';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { executorOf } from '../options/executor-flag.ts';
import { createLogger } from '../options/log-level.ts';
import { countFlag, numberFlag, portFlag, positiveFlag } from '../options/number-flag.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { nodeFlags, nodeHelp, readSharedSettings, readSharedUrls } from '../options/store-flags.ts';
import { importCluster } from '../service/import-cluster.ts';
import { startEngine } from '../service/start-engine.ts';
import { type MonitorServer, startMonitor } from '../service/start-monitor.ts';
import { createExecutor } from '../service/start-service.ts';
import { stopSignal } from '../service/stop-signal.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen worker [options]

Runs the jobs that servers with the same store and bucket accept, until a signal ends it.

${nodeHelp}
  --operations <a,b>               Run only jobs of these operations, such as ocr,pdf/to-word (default: all)
  --concurrency <number>           Conversions that run at the same time (default: the number of processors)
  --executor processes|threads     processes are confined, for files from anybody; threads are faster, for files that you trust (default: processes)
  --data <folder>                  Folder for files of running conversions (default: ./platen-data)
  --retention-hours <number>       Hours for which results are kept (default: 24)
  --monitor-port <number>          Serve /metrics, /healthz and /readyz on this port, to anybody who can connect (default: off)
  --monitor-host <address>         Address for --monitor-port; 0.0.0.0 for every network (default: 127.0.0.1)
  --grace-seconds <number>         Seconds for which jobs may continue after SIGTERM (default: 30)
  --json                           Print a line of JSON when the worker is ready
  --log-level <level>              debug, info, warn or error (default: warn on a terminal, otherwise info)`;

const flags = {
  ...nodeFlags,
  operations: { type: 'string' },
  concurrency: { type: 'string' },
  executor: { type: 'string', default: 'processes' },
  data: { type: 'string', default: 'platen-data' },
  'retention-hours': { type: 'string' },
  'monitor-port': { type: 'string' },
  'monitor-host': { type: 'string', default: '127.0.0.1' },
  'grace-seconds': { type: 'string', default: '30' },
  'log-level': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

const hourMs = 3_600_000;

/** `platen worker`: jobs that other nodes take in, without an HTTP interface of its own. */
export async function worker(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseArguments({ args: [...args], options: flags, allowNegative: true });
  if (values.help === true) {
    terminal.print(help);
    return exitCodes.success;
  }
  const urls = readSharedUrls(values);
  if (urls === null)
    throw new UsageError('a worker needs --store and --blobs: those of the servers whose jobs it runs');
  const operations = readOperations(values.operations);
  const names = operations.map(({ name }) => name);
  const logger = createLogger(values['log-level'], terminal);
  const concurrency = countFlag('concurrency', values.concurrency);
  const retentionHours = positiveFlag('retention-hours', values['retention-hours']);
  const graceMs = 1000 * (numberFlag('grace-seconds', values['grace-seconds']) ?? 30);
  const monitorPort = values['monitor-port'] === undefined ? null : portFlag(values['monitor-port'], 'monitor-port');
  const sharedSettings = readSharedSettings(values);
  requireDescriptors();
  const executor = createExecutor({ executor: executorOf(values.executor), concurrency, logger });
  // Workers and libraries make files too: none of them is anybody else's.
  if (isMainThread) process.umask(0o077);
  const data = await openDataFolder(values.data);
  try {
    const { openSharedStores } = await importCluster();
    const shared = await openSharedStores(urls, names, logger, sharedSettings);
    try {
      const host = await createPlaten({
        data,
        ...shared,
        operations,
        executor,
        // Nodes that serve send them.
        messagesFor: jobMessages,
        logger,
        start: false,
        ...(retentionHours === undefined ? {} : { retentionMs: retentionHours * hourMs }),
      });
      let monitor: MonitorServer | null = null;
      try {
        const { engine } = host;
        const tracer = findHostTracer('platen');
        if (tracer !== null) traceJobs(engine, tracer);
        // Before it takes jobs: every end is counted, and a port that is taken ends the start.
        if (monitorPort !== null) {
          const { webhookStore } = shared;
          const address = { host: values['monitor-host'], port: monitorPort };
          monitor = await startMonitor({ engine, webhookStore, logger }, address);
        }
        await startEngine(engine, {});
        // Heard before anybody can read that it works: who reads that may stop it at once.
        const stopped = stopSignal();
        const told = {
          nodeId: engine.nodeId,
          operations: names,
          data: data.path,
          ...(monitor === null ? {} : { monitorPort: monitor.port }),
        };
        terminal.print(
          values.json
            ? JSON.stringify(told)
            : `Platen runs jobs for ${names.join(', ')}  (temporary files in ${data.path})`,
        );
        const signal = await stopped;
        terminal.note(`${signal}: finishing running jobs (send it again to stop at once)`);
        await host.stop(graceMs);
        return exitCodes.success;
      } finally {
        await host.stop(0);
        await monitor?.close();
      }
    } finally {
      await shared.close();
    }
  } finally {
    data.release();
  }
}

function readOperations(list: string | undefined): readonly Operation[] {
  if (list === undefined) return standardOperations;
  const known = standardOperations.map(({ name }) => name);
  return list.split(',').map((given) => {
    const name = given.trim();
    const operation = standardOperations.find((each) => each.name === name);
    if (operation !== undefined) return operation;
    const hint = suggest(name, known) || `. The operations are ${known.join(', ')}`;
    throw new UsageError(`--operations: there is no operation "${name}"${hint}`);
  });
}
