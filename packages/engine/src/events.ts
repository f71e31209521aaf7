import type { EngineEvents, JobRecord, Logger } from '@platen/core';
import { EventEmitter } from 'eventemitter3';

/** Tells listeners what happens to jobs. A listener that throws is logged; it never disturbs a job. */
export interface JobEvents {
  emit(event: keyof EngineEvents, job: JobRecord): void;
  on<Event extends keyof EngineEvents>(event: Event, listener: EngineEvents[Event]): () => void;
}

export function createJobEvents(logger: Logger): JobEvents {
  const emitter = new EventEmitter<EngineEvents>();
  return {
    emit(event, job) {
      emitter.emit(event, job);
    },
    on(event, listener) {
      const guarded = (job: JobRecord) => {
        try {
          listener(job);
        } catch (error) {
          logger.error({ err: error, event, jobId: job.id }, 'an event listener threw');
        }
      };
      emitter.on(event, guarded as never);
      return () => emitter.off(event, guarded as never);
    },
  };
}
