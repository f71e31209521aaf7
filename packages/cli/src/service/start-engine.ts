import { setTimeout as delay } from 'node:timers/promises';
import { type ConversionEngine, ConversionError, type EngineRoles } from '@platen/core';

/** Nodes that start together, on a database that is just warming up, may wait longer for it than a request would. */
const attempts = 5;
const pauseMs = 1_000;

/** Starts an engine, a few times over while its store does not answer in time. */
export async function startEngine(engine: ConversionEngine, roles: EngineRoles): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await engine.start(roles);
      return;
    } catch (error) {
      const isDown = ConversionError.is(error) && error.code === 'SERVICE_UNAVAILABLE';
      if (!isDown || attempt === attempts) throw error;
      await delay(pauseMs);
    }
  }
}
