import type { ConversionEngine, EngineStatus, Logger } from '@platen/core';
import type { HttpReply } from './http-message.ts';
import { jsonReply } from './json-reply.ts';

/** `/healthz`: the process answers. */
export function healthReply(): HttpReply {
  return jsonReply(200, { status: 'ok' });
}

/** How long what the store answered holds for other probes: nobody sends one this often. */
const sharedMs = 250;
/** What the store of each engine was last asked. */
const looks = new WeakMap<ConversionEngine, StoreLook>();

interface StoreLook {
  /** Rejects while the store does not answer. */
  readonly answered: Promise<unknown>;
  /** Null while it is under way. */
  endedAt: number | null;
}

const unknownJob = '00000000-0000-0000-0000-000000000000';

/** Whether a node can do its work; `status` is null while it or its store cannot tell. */
export interface Readiness {
  readonly isReady: boolean;
  readonly status: EngineStatus | null;
}

/**
 * A node is ready while its engine runs, some of its workers can be started, the job store can be read and written, and the
 * staging disk can be written and has room. Never rejects.
 */
export async function readReadiness(engine: ConversionEngine, logger: Logger): Promise<Readiness> {
  try {
    // At once: the disk may keep one waiting, and the store the other.
    const [status] = await Promise.all([engine.status(), storeAnswers(engine)]);
    const { state, storage, store, workers } = status;
    const isReady = state === 'running' && storage === 'ok' && store !== 'failing' && workers !== 'failing';
    return { isReady, status };
  } catch (error) {
    logger.warn({ err: error }, 'the engine or its store cannot tell its status');
    return { isReady: false, status: null };
  }
}

/** Resolves when the store answers. Probes at the same time share one question, so that many are no more work than one. */
function storeAnswers(engine: ConversionEngine): Promise<unknown> {
  const last = looks.get(engine);
  if (last !== undefined && (last.endedAt === null || performance.now() - last.endedAt < sharedMs))
    return last.answered;
  // An id that no job has: only whether the store answers matters.
  const look: StoreLook = { answered: engine.get(unknownJob), endedAt: null };
  const end = () => {
    look.endedAt = performance.now();
  };
  look.answered.then(end, end);
  looks.set(engine, look);
  return look.answered;
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
