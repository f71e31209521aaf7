import { ConversionError } from '../errors.ts';
import type { Delivery, JobQueue, QueuedItem } from '../job-queue.ts';

export interface MemoryJobQueueOptions {
  /** How long a delivery may go without a heartbeat before it is handed to somebody else; 60 s when not given. */
  readonly visibilityMs?: number;
}

/**
 * A `JobQueue` in the memory of the process. Owners take turns: whoever has waiting items gets one handed out, then
 * goes to the end of the line, so a thousand jobs of one owner hold up the first of another by one job only.
 */
export function createMemoryJobQueue({ visibilityMs = 60_000 }: MemoryJobQueueOptions = {}): JobQueue {
  /** Waiting items of each owner; the order of the map is the order of turns. */
  const lines = new Map<string | null, QueuedItem[]>();
  /** Items given back with a delay. */
  const delayed = new Map<string, NodeJS.Timeout>();
  /** The ids of both. */
  const waiting = new Set<string>();
  /** The timer of each delivery, and whose item it is. */
  const deliveries = new Map<NodeJS.Timeout, string | null>();
  /** How many deliveries each owner has. */
  const delivered = new Map<string | null, number>();
  const claimers = new Set<(delivery: Delivery | null) => void>();
  let closed = false;

  function append(item: QueuedItem): void {
    if (closed || waiting.has(item.jobId)) return;
    waiting.add(item.jobId);
    const line = lines.get(item.owner);
    if (line === undefined) lines.set(item.owner, [item]);
    else line.push(item);
    handOut();
  }

  /** Gives whoever waits for an item the next that may be delivered. */
  function handOut(): void {
    for (const claimer of [...claimers]) {
      const item = next();
      if (item === undefined) return;
      claimer(deliver(item));
    }
  }

  /** Takes from the owner whose turn it is, who then goes to the end. */
  function next(): QueuedItem | undefined {
    for (const [owner, line] of lines) {
      const bound = line[0]?.maxDelivered ?? Number.POSITIVE_INFINITY;
      if ((delivered.get(owner) ?? 0) >= bound) continue;
      const item = line.shift();
      lines.delete(owner);
      if (line.length > 0) lines.set(owner, line);
      if (item !== undefined) waiting.delete(item.jobId);
      return item;
    }
    return undefined;
  }

  function deliver(item: QueuedItem): Delivery {
    const visibility = setTimeout(() => {
      end();
      append(item);
    }, visibilityMs);
    visibility.unref();
    deliveries.set(visibility, item.owner);
    delivered.set(item.owner, (delivered.get(item.owner) ?? 0) + 1);

    /** True for the one call that ends a delivery which is still ours. */
    function end(): boolean {
      clearTimeout(visibility);
      if (!deliveries.delete(visibility)) return false;
      const left = (delivered.get(item.owner) ?? 1) - 1;
      if (left > 0) delivered.set(item.owner, left);
      else delivered.delete(item.owner);
      return true;
    }

    return {
      jobId: item.jobId,
      async heartbeat() {
        if (!deliveries.has(visibility)) return false;
        visibility.refresh();
        return true;
      },
      async ack() {
        if (end()) handOut();
      },
      async nack(delayMs) {
        if (!end()) return;
        appendLater(item, delayMs);
        handOut();
      },
    };
  }

  function appendLater(item: QueuedItem, delayMs: number): void {
    if (delayMs <= 0) {
      append(item);
      return;
    }
    if (closed || waiting.has(item.jobId)) return;
    const timer = setTimeout(() => {
      delayed.delete(item.jobId);
      waiting.delete(item.jobId);
      append(item);
    }, delayMs);
    timer.unref();
    delayed.set(item.jobId, timer);
    waiting.add(item.jobId);
  }

  return {
    async enqueue(item) {
      if (closed) {
        throw new ConversionError('SERVICE_UNAVAILABLE', 'The queue is closed', {
          details: { reason: 'queue_closed' },
        });
      }
      append(item);
    },

    async claim(signal) {
      if (closed || signal.aborted) return null;
      const item = next();
      if (item !== undefined) return deliver(item);
      return new Promise((resolve) => {
        const settle = (delivery: Delivery | null) => {
          claimers.delete(settle);
          signal.removeEventListener('abort', abort);
          resolve(delivery);
        };
        const abort = () => settle(null);
        signal.addEventListener('abort', abort);
        claimers.add(settle);
      });
    },

    async remove(jobId) {
      if (!waiting.delete(jobId)) return;
      clearTimeout(delayed.get(jobId));
      delayed.delete(jobId);
      for (const [owner, line] of lines) {
        const rest = line.filter((item) => item.jobId !== jobId);
        if (rest.length > 0) lines.set(owner, rest);
        else lines.delete(owner);
      }
    },

    async size() {
      return waiting.size;
    },

    async close() {
      closed = true;
      for (const timer of [...deliveries.keys(), ...delayed.values()]) clearTimeout(timer);
      for (const claimer of [...claimers]) claimer(null);
      deliveries.clear();
      delivered.clear();
      delayed.clear();
      waiting.clear();
      lines.clear();
    },
  };
}
