import {
  type ConversionEngine,
  ConversionError,
  type EngineRoles,
  type JobStore,
  type KeyStore,
  type Logger,
  type Operation,
  type OperationList,
  type OptionsByName,
  type OptionsOf,
  type WebhookStore,
} from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import {
  checkLinkSecrets,
  checkOptionNames,
  type OptionNames,
  shownValue,
  stderrLogger,
  storeParts,
} from '@platen/core/internal';
import { createEngine, createProcessExecutor, type EngineOptions, engineOptionNames } from '@platen/engine';
import type { SqliteStore } from '@platen/sqlite';
import { type StandardOperations, standardOperations } from '@platen/standard';
import { createWebhooks, type WebhookOptions, type Webhooks } from '@platen/webhooks';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { openStore } from './open-store.ts';
import { requireDescriptors } from './require-descriptors.ts';
import { StartError } from './start-error.ts';

/**
 * All options of the engine. The defaults are safe for untrusted files and lose no accepted job: jobs and keys in SQLite,
 * files in the same folder, conversions in confined child processes.
 */
export interface PlatenOptions<Operations extends readonly Operation[] = OperationList<StandardOperations>>
  extends Partial<Omit<EngineOptions<Operations>, 'soleNode'>> {
  /**
   * The folder for jobs, keys, files and secrets. It is created if it is missing, readable only by its owner, and used by
   * one process at a time. If you pass a folder that you opened, you also release it.
   */
  readonly data: string | DataFolder;
  /** Keeps API keys. In the data folder by default. */
  readonly keys?: KeyStore;
  /** Secrets that sign download links, at least 32 characters each. Created and kept in the data folder by default. */
  readonly linkSecrets?: readonly string[];
  /** Notifies endpoints of owners when their jobs end: `{}` or options. Off by default. */
  readonly webhooks?: Omit<WebhookOptions, 'store' | 'outbox' | 'logger'>;
  /** Keeps endpoints and deliveries of webhooks. In the data folder by default. */
  readonly webhookStore?: WebhookStore;
  /**
   * Options of `engine.start`; false if you call `engine.start` yourself. By default, the engine runs jobs and does the
   * housekeeping.
   */
  readonly start?: EngineRoles | false;
}

const optionNames: OptionNames<PlatenOptions> & OptionNames<EngineOptions> = {
  data: true,
  ...engineOptionNames,
  keys: true,
  linkSecrets: true,
  webhooks: true,
  webhookStore: true,
  start: true,
};

/** The result of `createPlaten`. Mount it: `app.use(platen(await createPlaten({ data: './data' })))`. */
export interface Platen<Operations extends OptionsByName = StandardOperations> extends AsyncDisposable {
  readonly engine: ConversionEngine<Operations>;
  readonly keys: KeyStore;
  readonly linkSecrets: readonly string[];
  readonly logger: Logger;
  /**
   * Null without the option `webhooks`. They start with the engine. If you start the engine yourself, start them after it.
   */
  readonly webhooks: Webhooks | null;
  /** Endpoints and deliveries; null if the host keeps none. */
  readonly webhookStore: WebhookStore | null;
  /**
   * Accepts nothing new, lets running jobs and uploads finish for up to `graceMs` (30 s by default), returns the rest to
   * the queue, and closes everything that `createPlaten` opened. Close your server after it, because clients may still poll
   * in the meantime. Behind a balancer, `/readyz` answers 503 for `drainMs` before anything is refused.
   */
  stop(graceMs?: number, drainMs?: number): Promise<void>;
}

/**
 * Opens a data folder and starts an engine over it. Rejects with a `StartError`, whose message is one line, if the folder cannot
 * be used, another process uses it, or the process may open too few files to confine its workers. Nothing stays open then.
 * Rejects with a TypeError on wrong options.
 *
 * ```ts
 * const app = express();
 * app.use(platen(await createPlaten({ data: './data' })));
 * app.listen(3000);
 * ```
 */
export async function createPlaten<const Operations extends readonly Operation[] = OperationList<StandardOperations>>(
  options: PlatenOptions<Operations>,
): Promise<Platen<OptionsOf<Operations>>> {
  if (options === undefined || typeof options === 'string') {
    throw new TypeError(
      `createPlaten takes an object of options: createPlaten({ data: ${shownValue(options ?? './data')} })`,
    );
  }
  checkOptionNames('createPlaten', options, { ...optionNames, ...storeParts });
  const data = checkFolder(options.data);
  if (options.linkSecrets !== undefined) checkLinkSecrets(options.linkSecrets);
  if (options.executor === undefined) requireDescriptors();
  const folder = typeof data === 'string' ? await openDataFolder(data) : data;
  const release = () => (typeof data === 'string' ? folder.release() : undefined);
  let store: SqliteStore | null = null;
  try {
    store = openOwnStore(folder.databaseFile, options.jobs, options.keys);
    return await createOver(folder, store, options, release);
  } catch (error) {
    await store?.close();
    release();
    throw error;
  }
}

/** An empty path, as of a variable that is not set, would be the folder that the process was started in. */
function checkFolder(data: PlatenOptions['data'] | undefined): PlatenOptions['data'] {
  if (typeof data === 'object' && data !== null && typeof data.release === 'function') return data;
  if (typeof data === 'string' && data !== '') return data;
  throw new TypeError(`data must be the path of a folder, such as './data', not ${shownValue(data)}`);
}

async function createOver<const Operations extends readonly Operation[]>(
  folder: DataFolder,
  store: SqliteStore | null,
  options: PlatenOptions<Operations>,
  release: () => void,
): Promise<Platen<OptionsOf<Operations>>> {
  const { keys = store?.keys, linkSecrets = folder.linkSecrets, start = {}, logger = stderrLogger } = options;
  if (keys === undefined) throw new TypeError('there are no keys');
  const webhooks =
    options.webhooks === undefined
      ? null
      : createWebhooks({ ...options.webhooks, ...webhookStores(store, options.webhookStore, options.jobs), logger });
  const engine = createEngine({
    ...(store === null ? {} : { jobs: store.jobs, leader: store.leader, nodes: store.nodes }),
    // One process to a folder: what is processing there belongs to one that died.
    soleNode: options.jobs === undefined,
    blobs: createFsBlobStore({ folder: folder.blobFolder }),
    stagingFolder: folder.stagingFolder,
    executor: createProcessExecutor({ logger }),
    ...(webhooks === null ? {} : { messagesFor: webhooks.messagesFor, jobWebhooks: webhooks.forJobs }),
    ...givenToEngine(options),
    operations: (options.operations ?? standardOperations) as readonly Operation[] as Operations,
    logger,
  });
  const stop = async (graceMs?: number, drainMs?: number) => {
    await engine.stop(graceMs, drainMs);
    await webhooks?.stop();
    await store?.close();
    release();
  };
  try {
    if (start !== false) {
      await engine.start(start);
      webhooks?.start(engine);
    }
  } catch (error) {
    await stop(0);
    throw options.jobs === undefined ? startProblem(folder.path, error) : error;
  }
  const webhookStore = options.webhookStore ?? store?.webhookStore ?? null;
  return { engine, keys, linkSecrets, logger, webhooks, webhookStore, stop, [Symbol.asyncDispose]: () => stop() };
}

/** An option that is undefined, such as a setting that is missing, leaves the default of this host, not the engine's. */
function givenToEngine(options: object): Partial<EngineOptions> {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== undefined && Object.hasOwn(engineOptionNames, name)),
  );
}

/** What the folder's own store refuses is the folder's problem: its disk may be full. */
function startProblem(path: string, error: unknown): unknown {
  if (!ConversionError.is(error) || error.code !== 'SERVICE_UNAVAILABLE') return error;
  const { cause = error } = error;
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  return new StartError(`the folder ${path} cannot be used: ${line.replace(/^Error: /, '')}`, { cause: error });
}

/** Endpoints and outbox are where the jobs are. */
function webhookStores(own: SqliteStore | null, given: WebhookStore | undefined, jobs: JobStore | undefined) {
  const store = given ?? own?.webhookStore;
  const outbox = (jobs ?? own?.jobs)?.outbox;
  if (store === undefined || outbox === undefined)
    throw new TypeError('webhooks need the option webhookStore, because the jobs are in your own store');
  return { store, outbox };
}

/** Null for a host that brings jobs and keys from elsewhere: it needs no database in its folder. */
function openOwnStore(file: string, jobs: JobStore | undefined, keys: KeyStore | undefined): SqliteStore | null {
  return jobs !== undefined && keys !== undefined ? null : openStore(file);
}
