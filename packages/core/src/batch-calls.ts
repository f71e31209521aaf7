import { setTimeout as delay, setImmediate } from 'node:timers/promises';

/** How batches are formed. */
export interface BatchCallsOptions {
  /** Requests of one batch at most. */
  readonly most?: number;
  /** From the start of a batch to that of the next, in milliseconds; 0 when not given. */
  readonly distanceMs?: number;
}

/** The next batch does not wait any longer for the one before: that one may be waiting for a server that is gone. */
const patienceMs = 50;

/**
 * A function that takes one request at a time and has them carried out together: what comes while a batch is under way
 * makes up the next, so that batches grow with the load and a request that comes alone does not wait. `carryOut` answers
 * the requests in their order; when it rejects, all of the batch do.
 */
export function batchCalls<Request, Answer>(
  carryOut: (requests: readonly Request[]) => Promise<readonly Answer[]>,
  { most = 100, distanceMs = 0 }: BatchCallsOptions = {},
): (request: Request) => Promise<Answer> {
  interface Call {
    readonly request: Request;
    readonly answer: (answer: Answer) => void;
    readonly fail: (error: unknown) => void;
  }
  let waiting: Call[] = [];
  let last: Promise<void> = Promise.resolve();
  let departedAt = Number.NEGATIVE_INFINITY;

  async function send(calls: readonly Call[]): Promise<void> {
    try {
      const answers = await carryOut(calls.map(({ request }) => request));
      for (const [index, { answer }] of calls.entries()) answer(answers[index] as Answer);
    } catch (error) {
      for (const { fail } of calls) fail(error);
    }
  }

  async function depart(previous: Promise<void>): Promise<void> {
    await endOrPatience(previous);
    const earlyMs = departedAt + distanceMs - performance.now();
    // In any case, whoever was woken by the same event comes along.
    await (earlyMs > 0 ? delay(earlyMs) : setImmediate());
    departedAt = performance.now();
    const calls = waiting.slice(0, most);
    waiting = waiting.slice(most);
    const flight = send(calls);
    if (waiting.length > 0) last = depart(flight);
    await flight;
  }

  return (request) =>
    new Promise((answer, fail) => {
      waiting.push({ request, answer, fail });
      if (waiting.length === 1) last = depart(last);
    });
}

function endOrPatience(previous: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    void previous.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
