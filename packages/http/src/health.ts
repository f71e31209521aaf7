import type { HttpReply } from './http-message.ts';
import { jsonReply } from './json-reply.ts';
import type { Surface } from './surface-options.ts';

/** `/healthz`: the process answers. */
export function healthReply(): HttpReply {
  return jsonReply(200, { status: 'ok' });
}

const unknownJob = '00000000-0000-0000-0000-000000000000';

/**
 * `/readyz`: 503 while the engine is not running, its workers cannot be started, the job store cannot be read, or the
 * staging disk fails or is nearly full.
 */
export async function readinessReply({ engine, logger }: Surface): Promise<HttpReply> {
  try {
    const { state, running, storage, workers } = await engine.status();
    // An id that no job has: only whether the store answers matters.
    await engine.get(unknownJob);
    const isReady = state === 'running' && storage === 'ok' && workers === 'ok';
    const status = isReady ? 'ready' : 'not-ready';
    return jsonReply(isReady ? 200 : 503, { status, engine: state, running, storage, workers });
  } catch (error) {
    logger.warn({ err: error }, 'the engine or its store cannot tell its status');
    return jsonReply(503, { status: 'not-ready' });
  }
}
