/** How the host of a load test is set up. */
export interface LoadSettings {
  readonly folder: string;
  readonly executor: 'processes' | 'threads';
  /** Jobs at once. */
  readonly concurrency: number;
  /** Calls after which a worker process is replaced. */
  readonly recycleAfterCalls: number;
}

/** What the host says: first where it serves, then each end of a job, and how it is when it is asked. */
export type LoadMessage =
  | { readonly kind: 'serving'; readonly url: string; readonly key: string }
  | { readonly kind: 'ended'; readonly jobId: string; readonly at: number; readonly failed: boolean }
  | {
      readonly kind: 'state';
      readonly cpuMs: number;
      /** The share of the time since the last call that the event loop was busy, 0–1. */
      readonly loopBusy: number;
      readonly delayP99Ms: number;
      readonly residentMegabytes: number;
    };
