import type { HttpRequest } from './http-message.ts';
import { maxSilenceMs } from './max-silence.ts';

/** How many checks are made within the allowed time. */
const steps = 8;

/**
 * Ends a response that its client has not read from for `silenceMs` (at most an eighth longer). Node has no such bound
 * by default; a host that has set one of its own (`server.timeout`) keeps it. A slow reader is not cut off: every byte
 * it reads restarts the time.
 */
export function endSilentReader(
  { message, response }: Pick<HttpRequest, 'message' | 'response'>,
  silenceMs: number = maxSilenceMs,
): void {
  const { socket } = message;
  if (socket.timeout) return;
  // Node lets a first timeout pass if some of a write went out before it: one of the full time would come after twice as long.
  const stepMs = silenceMs / steps;
  let silentSteps = 0;
  let steppedAt = Number.NEGATIVE_INFINITY;
  response.setTimeout(stepMs, () => {
    const now = performance.now();
    // Later than a step, it was put off: something was read meanwhile.
    silentSteps = now - steppedAt < 1.5 * stepMs ? silentSteps + 1 : 1;
    steppedAt = now;
    if (silentSteps < steps) socket.setTimeout(stepMs);
    else response.destroy();
  });
}
