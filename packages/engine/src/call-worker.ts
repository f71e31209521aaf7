import type { WorkerCall, WorkerEntry, WorkerMessage, WorkerReply } from '@platen/core';
import { hostShortage, workersUnavailable } from '@platen/core/internal';

/**
 * Loads a worker file (once per thread or process) and calls it. Never rejects: a file that cannot be loaded is a reply
 * too. Sends no message after it has resolved, which would be taken for one of the next call.
 */
export async function callWorker(
  worker: string,
  call: WorkerCall,
  send: (message: WorkerMessage) => void,
): Promise<WorkerReply> {
  let isEnded = false;
  try {
    const { default: entry } = (await import(worker)) as { default: WorkerEntry };
    return await entry(call, (message) => (isEnded ? undefined : send(message)));
  } catch (cause) {
    // Only a failed import gets here: an entry replies with its own errors.
    const error = hostShortage(cause) ?? workersUnavailable(cause);
    return { kind: 'error', error: error.toData(), cause: describe(cause) };
  } finally {
    isEnded = true;
  }
}

/** Loads a worker file. Resolves to the error that prevents it, with its stack, or null. */
export async function loadWorker(worker: string): Promise<string | null> {
  try {
    await import(worker);
    return null;
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): string {
  return String(error instanceof Error ? error.stack : error);
}
