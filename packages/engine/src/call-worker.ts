import {
  processingFailed,
  type WorkerCall,
  type WorkerEntry,
  type WorkerMessage,
  type WorkerReply,
} from '@platen/core';
import { hostShortage } from '@platen/core/internal';

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
    const error = hostShortage(cause) ?? processingFailed('internal', 'The conversion failed');
    return { kind: 'error', error: error.toData(), cause: String(cause instanceof Error ? cause.stack : cause) };
  } finally {
    isEnded = true;
  }
}
