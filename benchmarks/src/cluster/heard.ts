import type { NodeReport } from './node-messages.ts';

/** What nodes reported, for those who wait for it. All times are in milliseconds since the epoch. */
export interface Heard {
  take(report: NodeReport): void;
  /** When a job was begun, as its own node or another one tells. */
  started(jobId: string, isLocal: boolean): Promise<number>;
  cancelled(jobId: string): Promise<number>;
  aborted(fileName: string): Promise<number>;
  /** When the next job is begun, whichever. */
  nextStart(): Promise<number>;
}

const patienceMs = 120_000;

export function createHeard(): Heard {
  const times = new Map<string, number>();
  const waiters = new Map<string, (at: number) => void>();

  function note(name: string, at: number): void {
    waiters.get(name)?.(at);
    waiters.delete(name);
    if (name !== 'start') times.set(name, at);
  }

  function wait(name: string): Promise<number> {
    const known = times.get(name);
    if (known !== undefined) return Promise.resolve(known);
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const timer = setTimeout(() => reject(new Error(`nothing was heard of "${name}"`)), patienceMs);
    waiters.set(name, (at) => {
      clearTimeout(timer);
      resolve(at);
    });
    return promise;
  }

  return {
    take(report) {
      if (report.kind === 'aborted') note(`aborted ${report.fileName}`, report.at);
      if (report.kind === 'cancelled') note(`cancelled ${report.jobId}`, report.at);
      if (report.kind !== 'event' || report.event !== 'job-started') return;
      note(`started ${report.jobId} ${report.isLocal}`, report.at);
      if (report.isLocal) note('start', report.at);
    },
    started: (jobId, isLocal) => wait(`started ${jobId} ${isLocal}`),
    cancelled: (jobId) => wait(`cancelled ${jobId}`),
    aborted: (fileName) => wait(`aborted ${fileName}`),
    nextStart: () => wait('start'),
  };
}
