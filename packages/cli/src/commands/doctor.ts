import { availableParallelism, totalmem } from 'node:os';
import { silentLogger } from '@platen/core';
import { createEngine, createProcessExecutor, createThreadExecutor, type Executor } from '@platen/engine';
import { describeConfinement, findConfinement } from '@platen/engine/confinement';
import { missingScripts, readHostFonts } from '@platen/pdf-kit/render';
import { standardOperations } from '@platen/standard';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { portFlag } from '../options/number-flag.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { readSharedUrls, type SharedUrls, storeFlags } from '../options/store-flags.ts';
import { importCluster } from '../service/import-cluster.ts';
import { samplePdf } from '../service/sample-pdf.ts';
import { type Check, createServerChecks } from '../service/server-checks.ts';
import type { Terminal } from '../terminal.ts';

const help = `platen doctor [options]

Looks whether everything is in place: Node, memory, the data folder, its database and what earlier processes left in it,
whether a server could listen, fonts, the confinement of worker processes, the libraries behind each operation, OCR languages, and a conversion
from end to end, in a thread and in a process. Ends with 4 when something is missing.

  --data <folder>     The data folder: ./platen-data
  --store <url>       The database and bucket that several machines share, as platen serve takes them
  --blobs <url>
  --host <address>    Where a server would listen: 127.0.0.1
  --port <number>     and on which port: 8080`;

const gigabyte = 1024 ** 3;

/** `platen doctor`: every check, one line each. */
export async function doctor(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseArguments({
    args: [...args],
    options: {
      ...storeFlags,
      data: { type: 'string', default: 'platen-data' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8080' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.print(help);
    return exitCodes.success;
  }
  const serverChecks = createServerChecks(values.data, { host: values.host, port: portFlag(values.port) });
  let failures = 0;
  for (const { name, run } of [
    ...machineChecks,
    ...serverChecks,
    ...(await sharedChecks(readSharedUrls(values))),
    ...conversionChecks,
    ...operationChecks(),
    ...languageChecks(),
  ]) {
    try {
      terminal.print(`ok    ${name.padEnd(24)} ${await run()}`);
    } catch (error) {
      failures += 1;
      terminal.print(`FAIL  ${name.padEnd(24)} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failures === 0 ? exitCodes.success : exitCodes.unavailable;
}

/** Nothing where nothing is shared. */
async function sharedChecks(urls: SharedUrls | null): Promise<readonly Check[]> {
  if (urls === null) return [];
  const { createSharedChecks } = await importCluster();
  return createSharedChecks(urls);
}

const machineChecks: readonly Check[] = [
  { name: 'Node', run: async () => `${process.version} on ${process.platform} ${process.arch}` },
  {
    name: 'processors and memory',
    run: async () => `${availableParallelism()} processors, ${(totalmem() / gigabyte).toFixed(1)} GB`,
  },
  { name: 'SQLite', run: async () => `node:sqlite, SQLite ${process.versions.sqlite ?? 'unknown'}` },
  { name: 'fonts', run: describeFonts },
];

const conversionChecks: readonly Check[] = [
  { name: 'confinement', run: checkConfinement },
  {
    name: 'a merge in a thread',
    run: () => checkConversion(createThreadExecutor({ threads: 1, logger: silentLogger })),
  },
  {
    name: 'a merge in a process',
    run: () => checkConversion(createProcessExecutor({ processes: 1, logger: silentLogger })),
  },
];

async function describeFonts(): Promise<string> {
  const fonts = readHostFonts();
  const missing = missingScripts(fonts);
  const found = `${fonts.faces.length} faces`;
  return missing.length === 0 ? found : `${found}; text whose font is not in its file will lack ${missing.join(', ')}`;
}

async function checkConfinement(): Promise<string> {
  const { held, missing } = describeConfinement(await findConfinement());
  return missing.length === 0 ? held.join(', ') : `${held.join(', ')}; without ${missing.join('; without ')}`;
}

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

function languageChecks(): readonly Check[] {
  return standardOperations.flatMap(({ name, languages }) =>
    languages === undefined
      ? []
      : [
          {
            name: `${name} languages`,
            async run() {
              const installed = await languages();
              if (installed.length === 0) throw new Error('no language data is installed');
              return installed.join(', ');
            },
          },
        ],
  );
}
