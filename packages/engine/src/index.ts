import { requireUnbundled } from './require-unbundled.ts';

export { createEngine } from './create-engine.ts';
export { type EngineOptions, engineOptionNames } from './engine-options.ts';
export type { Executor, ExecutorRequest } from './executor.ts';
export { createInlineExecutor } from './inline-executor.ts';
export { createProcessExecutor, type ProcessExecutorOptions } from './process-executor.ts';
export { createThreadExecutor, type ThreadExecutorOptions } from './thread-executor.ts';
export { findHostTracer, type JobSpan, type JobTracer, traceJobs } from './trace-jobs.ts';

requireUnbundled(import.meta.url);
