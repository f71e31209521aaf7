import type { MessagePort } from 'node:worker_threads';
import { ConversionError } from '@platen/core';
import { createGroupCommit, leastLeftMs, type OpenStore, storeUnavailable } from './group-commit.ts';
import { createJobTable } from './job-table.ts';
import { createKeyTable } from './key-table.ts';
import { createLeaderTable } from './leader-table.ts';
import { createLogCleaner } from './log-cleaner.ts';
import { createNodeTable } from './node-table.ts';
import { openDatabase, openTimeoutMs } from './open-database.ts';
import { createOutboxTable } from './outbox-table.ts';
import type { CallMessage, CloseMessage, WriterSettings } from './protocol.ts';
import { expectSameFile } from './same-file.ts';
import { createWebhookTable } from './webhook-table.ts';

/**
 * The thread that owns the database. Calls that arrive while one batch is being flushed make up the next: the busier
 * it is, the more of them share a flush.
 */
export function startWriter(port: MessagePort, { file, busyTimeoutMs }: WriterSettings): void {
  let commit = openTables(file, busyTimeoutMs, openTimeoutMs);
  let batch: CallMessage[] = [];

  function flush(): void {
    if (batch.length === 0) return;
    const calls = batch;
    batch = [];
    // A call that came while the file was being opened has waited already.
    if (!commit.isOpen) commit = openTables(file, busyTimeoutMs, leastLeftMs(calls, openTimeoutMs));
    for (const reply of commit.batch(calls)) port.postMessage(reply);
  }

  port.on('message', (message: CallMessage | CloseMessage) => {
    if (message.table === 'close') {
      flush();
      commit.close();
      port.postMessage({ id: message.id, kind: 'result', result: undefined });
      return;
    }
    if (batch.length === 0) setImmediate(flush);
    batch.push(message);
  });
}

function openStore(file: string, timeoutMs: number): OpenStore & { close(): void } {
  const database = openDatabase(file, timeoutMs);
  const checkSameFile = expectSameFile(file);
  const log = createLogCleaner(database);
  // What a process that was killed had left.
  log.request();
  let time = 0;
  const clock = { now: () => time };
  const outbox = createOutboxTable(database, clock);
  return {
    file,
    database,
    checkSameFile,
    setTime(now) {
      time = now;
    },
    tables: {
      jobs: createJobTable(database, clock, outbox, log.request),
      outbox,
      keys: createKeyTable(database),
      leaders: createLeaderTable(database, clock),
      nodes: createNodeTable(database, clock),
      webhooks: createWebhookTable(database, clock),
    },
    close() {
      log.finish();
      database.close();
    },
  };
}

/**
 * A file that cannot be opened answers calls with why, instead of ending the thread without a word. The next calls try
 * again: it may have been locked, or the process short of descriptors.
 */
function openTables(file: string, busyTimeoutMs: number, timeoutMs: number) {
  try {
    const store = openStore(file, timeoutMs);
    return { isOpen: true, batch: createGroupCommit(store, busyTimeoutMs), close: store.close };
  } catch (error) {
    const known = ConversionError.is(error) ? error : storeUnavailable(error);
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      isOpen: false,
      batch: (calls: readonly CallMessage[]) =>
        calls.map(({ id }) => ({ id, kind: 'error', error: known.toData(), cause })),
      close: () => {},
    };
  }
}
