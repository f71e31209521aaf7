import type { RequestMessage } from './http-message.ts';
import { maxSilenceMs } from './max-silence.ts';

/** A whole upload may come as slowly as this, and a minute more. */
const slowestBytesPerSecond = 100 * 1024;
const graceMs = 60_000;
const lookEveryMs = 5_000;

/**
 * Calls `fail` with what is wrong with an upload that stops for two minutes, or takes longer than the largest one allowed
 * does at 100 KB/s: not every host has such bounds (Fastify has none by default). Looks until it is disposed of.
 */
export function watchUpload(
  { socket }: { readonly socket: Pick<RequestMessage['socket'], 'bytesRead'> },
  maxBytes: number,
  fail: (problem: string) => void,
): Disposable {
  const begunAt = performance.now();
  const maxMs = graceMs + (1_000 * maxBytes) / slowestBytesPerSecond;
  let receivedBytes = socket.bytesRead;
  let receivedAt = begunAt;
  const timer = setInterval(() => {
    const now = performance.now();
    if (socket.bytesRead !== receivedBytes) {
      receivedBytes = socket.bytesRead;
      receivedAt = now;
    }
    if (now - receivedAt >= maxSilenceMs) fail(`nothing arrived for ${maxSilenceMs / 1_000} s`);
    else if (now - begunAt >= maxMs) fail(`the upload took longer than ${Math.round(maxMs / 1_000)} s`);
  }, lookEveryMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
