import type { Check, SharedUrls } from '@platen/cluster';
import { silentLogger } from '@platen/core';
import { createEngine, createProcessExecutor, createThreadExecutor, type Executor } from '@platen/engine';
import { standardOperations } from '@platen/standard';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { portFlag } from '../options/number-flag.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { readSharedUrls, storeFlags } from '../options/store-flags.ts';
import { importCluster } from '../service/import-cluster.ts';
import { machineChecks } from '../service/machine-checks.ts';
import { describeFailures } from '../service/recent-failures.ts';
import { type Finding, runCheck } from '../service/run-check.ts';
import { samplePdf } from '../service/sample-pdf.ts';
import { createRecordChecks, createServerChecks } from '../service/server-checks.ts';
import type { Terminal } from '../terminal.ts';

const help = `platen doctor [options]

Checks this machine: Node, memory, fonts, the confinement of worker processes, the libraries of each operation, and the languages
and models of text recognition. Checks the data folder with its database or, with --store and --blobs, the database and bucket that
machines share. Reports faults of the software in the newest jobs, files that earlier processes left behind, and whether a server
can listen. Then converts a file, in a thread and in a process. Exits with 4 if a check fails.

  --data <folder>     Data folder of the server (default: ./platen-data)
  --store <url>       Database that several machines share, as for platen serve (PLATEN_STORE)
  --blobs <url>       Bucket that several machines share, as for platen serve (PLATEN_BLOBS)
  --host <address>    Address that a server would listen on (default: 127.0.0.1)
  --port <number>     Port that a server would listen on (default: 8080, or the next free one)
  --json              Print the findings as JSON`;

/** `platen doctor`: every check, one line each. */
export async function doctor(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseArguments({
    args: [...args],
    options: {
      ...storeFlags,
      data: { type: 'string', default: 'platen-data' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.print(help);
    return exitCodes.success;
  }
  const port = values.port === undefined ? null : portFlag(values.port);
  const serverChecks = createServerChecks(values.data, { host: values.host, port });
  const checks = [
    ...machineChecks,
    ...serverChecks,
    ...(await recordChecks(values.data, readSharedUrls(values))),
    ...conversionChecks,
    ...operationChecks(),
  ];
  const findings: Finding[] = [];
  for (const check of checks) {
    const finding = await runCheck(check);
    findings.push(finding);
    if (!values.json) {
      terminal.print(`${(finding.ok ? 'ok' : 'FAIL').padEnd(5)} ${finding.name.padEnd(24)} ${finding.text}`);
    }
  }
  const ok = findings.every((finding) => finding.ok);
  if (values.json) terminal.print(JSON.stringify({ ok, checks: findings }));
  return ok ? exitCodes.success : exitCodes.unavailable;
}

/** Where the server keeps jobs and keys: in its data folder, or in the stores that several machines share. */
async function recordChecks(data: string, urls: SharedUrls | null): Promise<readonly Check[]> {
  if (urls === null) return createRecordChecks(data);
  const { createSharedChecks } = await importCluster();
  return createSharedChecks(urls, describeFailures);
}

const conversionChecks: readonly Check[] = [
  {
    name: 'a merge in a thread',
    run: () => checkConversion(createThreadExecutor({ threads: 1, logger: silentLogger })),
  },
  {
    name: 'a merge in a process',
    run: () => checkConversion(createProcessExecutor({ processes: 1, logger: silentLogger })),
  },
];

async function checkConversion(executor: Executor): Promise<string> {
  const engine = createEngine({ operations: standardOperations, executor, logger: silentLogger });
  try {
    const inputs = ['one', 'two'].map((text) => ({ fileName: `${text}.pdf`, data: samplePdf(text) }));
    await using conversion = await engine.convert('pdf/merge', inputs);
    return `${Math.round(conversion.durationMs)} ms`;
  } finally {
    await engine.stop(0);
  }
}

/** A worker file that loads has its libraries, native ones included, for this platform. */
function operationChecks(): readonly Check[] {
  return standardOperations.map(({ name, worker }) => ({
    name,
    async run() {
      const startedAt = performance.now();
      await import(worker.href);
      return `loads in ${Math.round(performance.now() - startedAt)} ms`;
    },
  }));
}
