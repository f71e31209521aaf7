import type { HttpReply } from './http-message.ts';
import { jsonReply } from './json-reply.ts';
import type { Surface } from './surface-options.ts';

/** `/healthz`: the process answers. */
export function healthReply(): HttpReply {
  return jsonReply(200, { status: 'ok' });
}

/** `/readyz`: 200 while a submission would be taken, 503 while the engine is not running, is full or cannot tell. */
export async function readinessReply({ engine, logger }: Surface): Promise<HttpReply> {
  try {
    const { state, queued, running, maxQueued } = await engine.status();
    const isReady = state === 'running' && queued < maxQueued;
    return jsonReply(isReady ? 200 : 503, { status: isReady ? 'ready' : 'not-ready', engine: state, queued, running });
  } catch (error) {
    logger.warn({ err: error }, 'the engine cannot tell its status');
    return jsonReply(503, { status: 'not-ready' });
  }
}
