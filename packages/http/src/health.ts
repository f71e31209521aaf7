import type { ConversionEngine, EngineStatus, Logger } from '@platen/core';
import { shareAnswer } from '@platen/core/internal';
import type { HttpReply } from './http-message.ts';
import { jsonReply } from './json-reply.ts';

/** `/healthz`: the process answers. */
export function healthReply(): HttpReply {
  return jsonReply(200, { status: 'ok' });
}

/** How long what the store answered holds for other probes: nobody sends one this often. */
const sharedMs = 250;
/** Asks the store of each engine. */
const questions = new WeakMap<ConversionEngine, () => Promise<unknown>>();

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

/** Resolves when the store answers, which all probes at about the same time wait for. */
function storeAnswers(engine: ConversionEngine): Promise<unknown> {
  // An id that no job has: only whether the store answers matters.
  const ask = questions.get(engine) ?? shareAnswer(() => engine.get(unknownJob), sharedMs);
  questions.set(engine, ask);
  return ask();
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
