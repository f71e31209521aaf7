import { ConversionError } from '../errors.ts';
import type { Delivery, JobQueue, QueueItem } from '../job-queue.ts';
import { timerMs, timerOption } from '../timer-ms.ts';
import { WaitingLine } from './waiting-line.ts';

/** The options of a queue in memory. */
export interface MemoryJobQueueOptions {
  /** How long a delivery may stay open before its item is given to another node, in milliseconds. Default 60 000. */
  readonly visibilityMs?: number;
}

/** A `JobQueue` in the memory of the process, in which owners take turns. */
export function createMemoryJobQueue({ visibilityMs = 60_000 }: MemoryJobQueueOptions = {}): JobQueue {
  return new MemoryJobQueue(visibilityMs);
}

/** A caller that waits for an item. */
interface Taker {
  readonly operations: ReadonlySet<string>;
  give(delivery: Delivery | null): void;
}

class MemoryJobQueue implements JobQueue {
  readonly #visibilityMs: number;
  readonly #line = new WaitingLine(() => performance.now());
  readonly #takers = new Set<Taker>();
  readonly #openDeliveries = new Set<NodeJS.Timeout>();
  #wakeUp: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(visibilityMs: number) {
    this.#visibilityMs = timerOption('visibilityMs', visibilityMs);
  }

  readonly enqueue: JobQueue['enqueue'] = async (items) => {
    if (this.#isClosed) {
      throw new ConversionError('SERVICE_UNAVAILABLE', 'The queue is closed', { details: { reason: 'queue_closed' } });
    }
    for (const item of items) this.#line.add(item);
    this.#handOut();
  };

  readonly take: JobQueue['take'] = async (signal, request) => {
    if (this.#isClosed || signal.aborted) return null;
    const operations = new Set(request.operations);
    const item = this.#line.take(operations);
    if (item !== null) return this.#deliver(item);
    return new Promise((resolve) => {
      const taker: Taker = {
        operations,
        give: (delivery) => {
          this.#takers.delete(taker);
          signal.removeEventListener('abort', abort);
          resolve(delivery);
        },
      };
      const abort = () => taker.give(null);
      signal.addEventListener('abort', abort);
      this.#takers.add(taker);
      this.#handOut();
    });
  };

  readonly remove: JobQueue['remove'] = async (jobId) => {
    this.#line.remove(jobId);
  };

  readonly size: JobQueue['size'] = async () => {
    return this.#line.size;
  };

  readonly close: JobQueue['close'] = async () => {
    this.#isClosed = true;
    clearTimeout(this.#wakeUp);
    for (const timer of this.#openDeliveries) clearTimeout(timer);
    this.#openDeliveries.clear();
    for (const taker of [...this.#takers]) taker.give(null);
    this.#line.clear();
  };

  /** Hands due items to waiting callers, and sets a timer for the next delayed one. */
  #handOut(): void {
    if (this.#isClosed) return;
    for (const taker of [...this.#takers]) {
      const item = this.#line.take(taker.operations);
      if (item !== null) taker.give(this.#deliver(item));
    }
    clearTimeout(this.#wakeUp);
    const waitMs = this.#takers.size === 0 ? null : this.#line.nextDueMs();
    if (waitMs !== null) this.#wakeUp = setTimeout(() => this.#handOut(), timerMs(Math.ceil(waitMs))).unref();
  }

  #deliver(item: QueueItem): Delivery {
    const requeue = (delayMs: number) => {
      this.#line.add({ ...item, delayMs });
      this.#handOut();
    };
    const visibility = setTimeout(() => {
      this.#openDeliveries.delete(visibility);
      requeue(0);
    }, this.#visibilityMs).unref();
    this.#openDeliveries.add(visibility);

    /** True for the one call that ends a delivery which is still open. */
    const end = () => {
      clearTimeout(visibility);
      return this.#openDeliveries.delete(visibility);
    };
    return {
      jobId: item.jobId,
      async done() {
        end();
      },
      async giveBack(delayMs) {
        if (end()) requeue(delayMs);
      },
    };
  }
}
