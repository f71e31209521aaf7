import { setTimeout as delay, setImmediate } from 'node:timers/promises';

/** Size and rate of batches. */
export interface BatchCallsOptions {
  /** Largest number of requests in a batch; 100 by default. */
  readonly maxSize?: number;
  /** Least time between the starts of two batches, in milliseconds; 0 by default. */
  readonly intervalMs?: number;
}

/** How long a batch waits for the previous one, which may be stuck on a server that is gone. */
const maxWaitMs = 50;

/**
 * Returns a function that takes single requests and runs them in batches. Requests that arrive while a batch runs form the
 * next batch. So batches grow with the load, and a single request does not wait. `carryOut` answers the requests in order.
 * If it rejects, all requests of the batch reject.
 */
export function batchCalls<Request, Answer>(
  carryOut: (requests: readonly Request[]) => Promise<readonly Answer[]>,
  { maxSize = 100, intervalMs = 0 }: BatchCallsOptions = {},
): (request: Request) => Promise<Answer> {
  interface Call {
    readonly request: Request;
    readonly answer: (answer: Answer) => void;
    readonly fail: (error: unknown) => void;
  }
  let waiting: Call[] = [];
  let last: Promise<void> = Promise.resolve();
  let startedAt = Number.NEGATIVE_INFINITY;

  async function send(calls: readonly Call[]): Promise<void> {
    try {
      const answers = await carryOut(calls.map(({ request }) => request));
      for (const [index, { answer }] of calls.entries()) answer(answers[index] as Answer);
    } catch (error) {
      for (const { fail } of calls) fail(error);
    }
  }

  async function sendNext(previous: Promise<void>): Promise<void> {
    await endedOrLate(previous);
    const earlyMs = startedAt + intervalMs - performance.now();
    // At least one turn of the event loop: calls that the same event caused share a batch.
    await (earlyMs > 0 ? delay(earlyMs) : setImmediate());
    startedAt = performance.now();
    const calls = waiting.slice(0, maxSize);
    waiting = waiting.slice(maxSize);
    const sending = send(calls);
    if (waiting.length > 0) last = sendNext(sending);
    await sending;
  }

  return (request) =>
    new Promise((answer, fail) => {
      waiting.push({ request, answer, fail });
      if (waiting.length === 1) last = sendNext(last);
    });
}

function endedOrLate(batch: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs);
    void batch.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
