import type {
  BusMessage,
  EngineEvents,
  EventOrigin,
  FailedJob,
  JobBus,
  JobListener,
  JobRecord,
  JobStore,
  ListenerSettings,
  Logger,
} from '@platen/core';
import { EventEmitter } from 'eventemitter3';

/** Emits what happens to jobs, on this node and others. A listener that throws is logged and never affects a job. */
export interface JobEvents {
  /** Something happened on this node. */
  emit(event: keyof EngineEvents, job: JobRecord): void;
  on<Event extends keyof EngineEvents>(
    event: Event,
    listener: JobListener<EngineEvents[Event]>,
    settings?: ListenerSettings,
  ): () => void;
  /** Starts listening to other nodes. `onCancelled` is called for every job cancelled elsewhere. */
  connect(onCancelled: (jobId: string) => void): Promise<void>;
  disconnect(): Promise<void>;
}

export interface JobEventsSettings {
  readonly nodeId: string;
  readonly bus: JobBus;
  readonly jobs: JobStore;
  readonly logger: Logger;
}

export function createJobEvents({ nodeId, bus, jobs, logger }: JobEventsSettings): JobEvents {
  const emitter = new EventEmitter<Record<keyof EngineEvents, JobListener>>();
  /** How many listeners of each event want to hear of other nodes. */
  const remoteListeners = new Map<keyof EngineEvents, number>();
  let stopListening: (() => Promise<void>) | null = null;
  /** Remote events are emitted in order, though each record has to be fetched: those of a burst together. */
  let lastRemote: Promise<void> = Promise.resolve();

  async function tellRemote({ event, jobId, nodeId: origin }: BusMessage, fetched: ReturnType<JobStore['get']>) {
    try {
      const job = await fetched;
      if (job !== null && !isOutdated(event, job)) emitter.emit(event, job, { nodeId: origin, isLocal: false });
    } catch (error) {
      logger.warn({ err: error, event, jobId }, 'an event of another node was not passed on');
    }
  }

  return {
    emit(event, job) {
      emitter.emit(event, job, { nodeId, isLocal: true });
      if (event === 'job-purged') return;
      bus.publish({ event, jobId: job.id, nodeId }).catch((error: unknown) => {
        logger.warn({ err: error, event, jobId: job.id }, 'an event was not sent to other nodes');
      });
    },
    on(event, listener, { remote = true } = {}) {
      // Awaited only for its error: the rejection of an asynchronous listener would end the host process.
      const guarded = async (job: JobRecord, origin: EventOrigin) => {
        if (!remote && !origin.isLocal) return;
        try {
          // A job that failed has its error: the event says so.
          await listener(job as FailedJob, origin);
        } catch (error) {
          logger.error({ err: error, event, jobId: job.id }, 'an event listener threw');
        }
      };
      const count = (by: number) => remoteListeners.set(event, (remoteListeners.get(event) ?? 0) + by);
      emitter.on(event, guarded);
      if (remote) count(1);
      let isOn = true;
      return () => {
        emitter.off(event, guarded);
        if (remote && isOn) count(-1);
        isOn = false;
      };
    },
    async connect(onCancelled) {
      stopListening ??= await bus.subscribe((message) => {
        if (message.nodeId === nodeId) return;
        if (message.event === 'job-cancelled') onCancelled(message.jobId);
        if ((remoteListeners.get(message.event) ?? 0) === 0) return;
        const fetched = jobs.get(message.jobId);
        fetched.catch(() => {}); // Told in its turn.
        lastRemote = lastRemote.then(() => tellRemote(message, fetched));
      });
    },
    async disconnect() {
      await stopListening?.();
      stopListening = null;
    },
  };
}

/** A late message may be about an end that no longer holds, because the job has been retried since. */
function isOutdated(event: BusMessage['event'], { state }: JobRecord): boolean {
  return ['job-completed', 'job-failed', 'job-cancelled'].includes(event) && event !== `job-${state}`;
}
