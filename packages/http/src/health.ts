import type { ConversionEngine, EngineStatus, Logger } from '@platen/core';
import type { HttpReply } from './http-message.ts';
import { jsonReply } from './json-reply.ts';

/** `/healthz`: the process answers. */
export function healthReply(): HttpReply {
  return jsonReply(200, { status: 'ok' });
}

/** Whether a node can do its work; `status` is null while it cannot tell. */
export interface Readiness {
  readonly isReady: boolean;
  readonly status: EngineStatus | null;
}

/**
 * A node is ready while its engine runs, some of its workers can be started, the job store can be read and written, and the
 * staging disk can be written and has room, all as the engine knows it: whatever counts jobs takes longer the more there are.
 * Never rejects.
 */
export async function readReadiness(engine: ConversionEngine, logger: Logger): Promise<Readiness> {
  try {
    const status = await engine.status();
    const { state, storage, store, workers } = status;
    const isReady = state === 'running' && storage === 'ok' && store !== 'failing' && workers !== 'failing';
    return { isReady, status };
  } catch (error) {
    logger.warn({ err: error }, 'the status of the engine cannot be read');
    return { isReady: false, status: null };
  }
}

/** `/readyz`: 503 while the node is not ready. */
export async function readinessReply({ engine, logger }: MonitoredNode): Promise<HttpReply> {
  const { isReady, status } = await readReadiness(engine, logger);
  const shown = { status: isReady ? 'ready' : 'not-ready' };
  if (status === null) return jsonReply(503, shown);
  const { state, running, storage, store, workers, unavailable } = status;
  return jsonReply(isReady ? 200 : 503, { ...shown, engine: state, running, storage, store, workers, unavailable });
}

/** Whose health is asked for. */
export interface MonitoredNode {
  readonly engine: ConversionEngine;
  readonly logger: Logger;
}
