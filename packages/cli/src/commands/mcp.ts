import { resolve } from 'node:path';
import { createEngine } from '@platen/engine';
import { standardOperations } from '@platen/standard';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { watchForInterruption } from '../interruption.ts';
import { executorOf } from '../options/executor-flag.ts';
import { createLogger } from '../options/log-level.ts';
import { countFlag } from '../options/number-flag.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { importOptional } from '../service/import-optional.ts';
import { createExecutor } from '../service/start-service.ts';
import type { Terminal } from '../terminal.ts';

const help = `platen mcp [options]

Offers conversions to an agent as tools, by an MCP server over standard input and output, until the client closes the connection.
It reads and writes files only inside the roots of the client, and never overwrites a file.

  --folder <folder>                Read and write only inside this folder; may be repeated. Needed if the client has no roots
  --concurrency <number>           Conversions that run at the same time (default: the number of processors)
  --executor processes|threads     processes are confined; threads are faster, for files that you trust (default: processes)
  --log-level <level>              debug, info, warn or error (default: warn on a terminal, otherwise info)`;

const flags = {
  folder: { type: 'string', multiple: true },
  concurrency: { type: 'string' },
  executor: { type: 'string', default: 'processes' },
  'log-level': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `platen mcp`: the operations as tools of an MCP server, for files of this machine. */
export async function mcp(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseArguments({ args: [...args], options: flags });
  if (values.help === true) {
    terminal.print(help);
    return exitCodes.success;
  }
  const logger = createLogger(values['log-level'], terminal);
  const concurrency = countFlag('concurrency', values.concurrency);
  const executor = createExecutor({ executor: executorOf(values.executor), concurrency, logger });
  const { serveStdio } = await importOptional('@platen/mcp', 'platen mcp needs', () => import('@platen/mcp'));
  using interruption = watchForInterruption();
  const engine = createEngine({ operations: standardOperations, executor, logger });
  try {
    await serveStdio({
      engine,
      signal: interruption.signal,
      logger,
      ...(values.folder === undefined ? {} : { folders: values.folder.map((folder) => resolve(folder)) }),
    });
    return interruption.exitCode() ?? exitCodes.success;
  } finally {
    await engine.stop(0);
  }
}
