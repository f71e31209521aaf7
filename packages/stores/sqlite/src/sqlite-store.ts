import { resolve } from 'node:path';
import {
  type Clock,
  type JobStore,
  type KeyStore,
  type LeaderLock,
  type NodeRegistry,
  type Outbox,
  systemClock,
  type WebhookStore,
} from '@platen/core';
import { checkOptionNames, type OptionNames } from '@platen/core/internal';
import { checkDatabase } from './check-database.ts';
import { createRequestReads } from './request-reads.ts';
import { startWriterThread } from './writer-thread.ts';

/** The file, and how long a call may wait for it. */
export interface SqliteStoreOptions {
  /** The database file. It is created with its folder if it is missing. */
  readonly file: string;
  /**
   * How long a call waits while another process writes, before it rejects with `SERVICE_UNAVAILABLE`, in milliseconds.
   * Default 5 000.
   */
  readonly busyTimeoutMs?: number;
  /**
   * The clock of the store, for tests. All processes that open the file must have the same clock. Default: the clock of the
   * system.
   */
  readonly clock?: Clock;
}

const optionNames: OptionNames<SqliteStoreOptions> = { file: true, busyTimeoutMs: true, clock: true };

/** The stores that share one file. */
export interface SqliteStore extends AsyncDisposable {
  readonly jobs: JobStore;
  readonly keys: KeyStore;
  readonly leader: LeaderLock;
  readonly nodes: NodeRegistry;
  readonly webhookStore: WebhookStore;
  /** Completes the calls that were made, closes the file and ends the thread. Later calls reject. */
  close(): Promise<void>;
}

/**
 * Opens the stores of jobs, quotas, keys, nodes and webhooks in one SQLite file. A separate thread works on the file, so the
 * event loop of the host stays free, and calls at the same time share one flush to the disk. Only the single rows that every
 * request needs are read in the thread of the request. When a call has resolved, its change survives `kill -9` and a power
 * cut. Throws a `DatabaseUnusableError` if the file is damaged, read-only or not a database.
 */
// Long: the methods of its stores.
export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  checkOptionNames('createSqliteStore', options, optionNames);
  const { file, busyTimeoutMs = 5_000, clock = systemClock } = options;
  const path = resolve(file);
  checkDatabase(path);
  const reads = createRequestReads(path, clock);
  const { call, close: closeThread } = startWriterThread({ file: path, busyTimeoutMs }, clock);

  function close(): Promise<void> {
    reads.close();
    return closeThread();
  }

  const outbox: Outbox = {
    take: (...args) => call('outbox', 'take', args),
    postpone: (...args) => call('outbox', 'postpone', args),
    remove: (...args) => call('outbox', 'remove', args),
  };

  const jobs: JobStore = {
    durable: true,
    enqueues: false,
    outbox,
    insert: (...args) => call('jobs', 'insert', args),
    get: async (...args) => {
      const [found] = reads.job(...args) ?? [await call('jobs', 'get', args)];
      return found;
    },
    list: (...args) => call('jobs', 'list', args),
    backlog: (...args) => call('jobs', 'backlog', args),
    overdue: (...args) => call('jobs', 'overdue', args),
    checkWrite: (...args) => call('jobs', 'checkWrite', args),
    counts: (...args) => call('jobs', 'counts', args),
    standing: async (...args) => reads.standing(...args) ?? call('jobs', 'standing', args),
    usage: (...args) => call('jobs', 'usage', args),
    claim: (...args) => call('jobs', 'claim', args),
    renew: (...args) => call('jobs', 'renew', args),
    release: (...args) => call('jobs', 'release', args),
    finish: (...args) => call('jobs', 'finish', args),
    close: (...args) => call('jobs', 'close', args),
    retry: (...args) => call('jobs', 'retry', args),
    markDamaged: (...args) => call('jobs', 'markDamaged', args),
    requeueExpired: (...args) => call('jobs', 'requeueExpired', args),
    takePurgeable: (...args) => call('jobs', 'takePurgeable', args),
    removeAll: (...args) => call('jobs', 'removeAll', args),
    remove: (...args) => call('jobs', 'remove', args),
  };

  const keys: KeyStore = {
    create: (...args) => call('keys', 'create', args),
    findByHash: async (...args) => {
      const [found] = reads.key(...args) ?? [await call('keys', 'findByHash', args)];
      return found;
    },
    list: (...args) => call('keys', 'list', args),
    revoke: (...args) => call('keys', 'revoke', args),
    rotate: (...args) => call('keys', 'rotate', args),
    touch: (...args) => call('keys', 'touch', args),
  };

  const leader: LeaderLock = {
    hold: (...args) => call('leaders', 'hold', args),
    release: (...args) => call('leaders', 'release', args),
  };

  const nodes: NodeRegistry = {
    report: (...args) => call('nodes', 'report', args),
    list: (...args) => call('nodes', 'list', args),
    remove: (...args) => call('nodes', 'remove', args),
  };

  const webhookStore: WebhookStore = {
    saveEndpoint: (...args) => call('webhooks', 'saveEndpoint', args),
    addEndpoint: (...args) => call('webhooks', 'addEndpoint', args),
    listEndpoints: (...args) => call('webhooks', 'listEndpoints', args),
    removeEndpoint: (...args) => call('webhooks', 'removeEndpoint', args),
    addDeliveries: (...args) => call('webhooks', 'addDeliveries', args),
    takeDeliveries: (...args) => call('webhooks', 'takeDeliveries', args),
    settleDelivery: (...args) => call('webhooks', 'settleDelivery', args),
    listDeliveries: (...args) => call('webhooks', 'listDeliveries', args),
    replayDeliveries: (...args) => call('webhooks', 'replayDeliveries', args),
    purgeDeliveries: (...args) => call('webhooks', 'purgeDeliveries', args),
    overdue: (...args) => call('webhooks', 'overdue', args),
  };

  return { jobs, keys, leader, nodes, webhookStore, close, [Symbol.asyncDispose]: close };
}
