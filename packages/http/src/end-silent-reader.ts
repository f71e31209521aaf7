import type { HttpRequest } from './http-message.ts';
import { maxSilenceMs } from './max-silence.ts';

/**
 * Ends an answer that its client does not read. Node has no such bound by default; a host that has set one of its own
 * (`server.timeout`) keeps it. A slow reader is not cut off: whatever it takes begins the time anew.
 */
export function endSilentReader({ message, response }: HttpRequest, silenceMs: number = maxSilenceMs): void {
  if (message.socket.timeout) return;
  response.setTimeout(silenceMs, () => response.destroy());
}
