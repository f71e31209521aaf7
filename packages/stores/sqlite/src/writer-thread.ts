import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type Clock, ConversionError } from '@platen/core';
import { storeUnavailable } from './group-commit.ts';
import {
  type CallMessage,
  type CloseMessage,
  monotonicMs,
  type ReplyMessage,
  type WriterSettings,
} from './protocol.ts';
import type { Contracts } from './table.ts';

// Not imported: the builds of Next.js (Turbopack) follow an imported Worker into every file of this package, and fail on its types.
const { Worker } = process.getBuiltinModule('node:worker_threads');

export interface WriterThread {
  /** Runs one method of one table in the thread. Rejects with `SERVICE_UNAVAILABLE` when the thread is gone. */
  call<Result>(table: keyof Contracts, method: string, args: readonly unknown[]): Promise<Result>;
  close(): Promise<void>;
}

interface Pending {
  resolve(result: never): void;
  reject(error: ConversionError): void;
}

/** Starts the thread. It does not keep the process alive while nothing is asked of it. */
export function startWriterThread(settings: WriterSettings, clock: Clock): WriterThread {
  const worker = new Worker(pathToFileURL(createRequire(import.meta.url).resolve('@platen/sqlite/worker')), {
    name: 'platen-sqlite',
    workerData: settings,
  });
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let downBecause: unknown = null;
  let closing: Promise<void> | null = null;
  worker.unref();

  worker.on('message', (reply: ReplyMessage) => {
    const waiting = pending.get(reply.id);
    pending.delete(reply.id);
    if (pending.size === 0) worker.unref();
    if (reply.kind === 'result') waiting?.resolve(reply.result as never);
    else waiting?.reject(revive(reply));
  });
  worker.on('error', (error) => {
    downBecause = error;
  });
  worker.on('exit', () => {
    downBecause ??= new Error('the store is closed');
    for (const { reject } of pending.values()) reject(storeUnavailable(downBecause));
    pending.clear();
  });

  function ask<Result>(message: Omit<CallMessage, 'id'> | Omit<CloseMessage, 'id'>): Promise<Result> {
    return new Promise((resolve, reject) => {
      lastId += 1;
      worker.postMessage({ ...message, id: lastId });
      pending.set(lastId, { resolve, reject });
      worker.ref();
    });
  }

  async function close(): Promise<void> {
    if (downBecause !== null) return;
    const closed = ask<void>({ table: 'close' });
    downBecause = new Error('the store is closed');
    await closed;
    await worker.terminate();
  }

  return {
    call(table, method, args) {
      if (downBecause !== null) return Promise.reject(storeUnavailable(downBecause));
      return ask({ table, method, args, now: clock.now(), askedAt: monotonicMs() });
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function revive({ error, cause }: Extract<ReplyMessage, { kind: 'error' }>): ConversionError {
  return new ConversionError(error.code, error.message, { details: error.details, cause: new Error(cause) });
}
