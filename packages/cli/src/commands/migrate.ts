import { standardOperations } from '@platen/standard';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { createLogger } from '../options/log-level.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { readStoreUrls, storeFlags, storeHelp } from '../options/store-flags.ts';
import { importCluster } from '../service/import-cluster.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen migrate [options]

Updates the tables of the shared database and marks the bucket as belonging to it. Run it before the nodes of a new version
start, as a user who may change tables. Nodes with --no-migrate do not need that right.

${storeHelp}
  --take-bucket                    Take over the bucket from a database that this one replaces, such as after a restore
  --log-level <level>              debug, info, warn or error (default: warn on a terminal, otherwise info)`;

/** `platen migrate`: what the first node would do, without starting one. */
export async function migrate(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseArguments({
    args: [...args],
    options: {
      ...storeFlags,
      'take-bucket': { type: 'boolean', default: false },
      'log-level': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.print(help);
    return exitCodes.success;
  }
  const urls = readStoreUrls(values);
  if (urls === null)
    throw new UsageError('there is nothing to migrate without --store: a server migrates its own data folder');
  if (values['take-bucket'] && urls.blobs === null) throw new UsageError('--take-bucket needs --blobs: which bucket');
  const { prepareSharedStores } = await importCluster();
  const operations = standardOperations.map(({ name }) => name);
  const logger = createLogger(values['log-level'], terminal);
  await prepareSharedStores(urls, operations, logger, { takeBucket: values['take-bucket'] });
  terminal.print(
    urls.blobs === null
      ? 'The tables are up to date'
      : 'The tables are up to date, and the bucket belongs to this database',
  );
  return exitCodes.success;
}
