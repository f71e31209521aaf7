import {
  hostShortage,
  processingFailed,
  type WorkerCall,
  type WorkerEntry,
  type WorkerMessage,
  type WorkerReply,
} from '@platen/core';

/**
 * Loads a worker file (once per thread or process) and calls it. Never rejects: a file that cannot be loaded is a reply
 * too.
 */
export async function callWorker(
  worker: string,
  call: WorkerCall,
  send: (message: WorkerMessage) => void,
): Promise<WorkerReply> {
  try {
    const { default: entry } = (await import(worker)) as { default: WorkerEntry };
    return await entry(call, send);
  } catch (cause) {
    // Only a failed import gets here: an entry replies with its own errors.
    const error = hostShortage(cause) ?? processingFailed('internal', 'The conversion failed');
    return { kind: 'error', error: error.toData(), cause: String(cause instanceof Error ? cause.stack : cause) };
  }
}
