export { blobStoreSuite } from './blob-store-suite.ts';
export { createFakeClock, type FakeClock } from './fake-clock.ts';
export type {
  EngineSettings,
  HttpHostSettings,
  HttpSurfaceSettings,
  MakeEngine,
  RunningHost,
  StartHost,
} from './http-site.ts';
export { type HttpSuiteSettings, httpSuite } from './http-suite.ts';
export { testCopy, testGather } from './http-test-operations.ts';
export { type JobQueueSubject, jobQueueSuite } from './job-queue-suite.ts';
export { jobStoreSuite } from './job-store-suite.ts';
export { keyStoreSuite } from './key-store-suite.ts';
export {
  type BadSample,
  type GoodSample,
  type OperationSample,
  type OperationSamples,
  operationSuite,
} from './operation-suite.ts';
export { quotaStoreSuite } from './quota-store-suite.ts';
export { rateLimiterSuite } from './rate-limiter-suite.ts';
export { type OperationInput, type OperationOutput, type OperationRun, runOperation } from './run-operation.ts';
export {
  cancelledOutcome,
  completedOutcome,
  failedOutcome,
  sampleFile,
  sampleJob,
  sampleKey,
} from './sample-records.ts';
export type { Make, Subject, TimedSubject } from './subject.ts';
