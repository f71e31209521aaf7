import type { JobStore } from '@platen/core';
import type { SharedSubject } from './subject.ts';

/** Takes one rule of the contract: its name, and what checks it on a fresh, empty store. */
export type JobStoreRule = (
  name: string,
  check: (store: JobStore, fresh: SharedSubject<JobStore>) => Promise<void>,
) => void;
