export type { AttackTarget } from './attack-target.ts';
export { blobStoreSuite } from './blob-store-suite.ts';
export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { forkAttackTarget } from './fork-attack-target.ts';
export { type HttpAttackSettings, httpAttackSuite } from './http-attack-suite.ts';
export { type DamageableStorage, type HttpDamageSettings, httpDamageSuite } from './http-damage-suite.ts';
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
export { type JobBusSubject, jobBusSuite } from './job-bus-suite.ts';
export { type JobQueueSubject, jobQueueSuite } from './job-queue-suite.ts';
export { jobStoreSuite } from './job-store-suite.ts';
export { keyStoreSuite } from './key-store-suite.ts';
export { leaderLockSuite } from './leader-lock-suite.ts';
export { nodeRegistrySuite } from './node-registry-suite.ts';
export {
  type BadSample,
  type GoodSample,
  type OperationSample,
  type OperationSamples,
  operationSuite,
} from './operation-suite.ts';
export { rateLimiterSuite } from './rate-limiter-suite.ts';
export { type OperationInput, type OperationOutput, type OperationRun, runOperation } from './run-operation.ts';
export {
  cancelledOutcome,
  completedOutcome,
  failedOutcome,
  sampleClaim,
  sampleFile,
  sampleItem,
  sampleJob,
  sampleKey,
  unbounded,
} from './sample-records.ts';
export {
  collectRules,
  type Make,
  type SharedSubject,
  type Subject,
  type SuiteRunner,
  type TimedSubject,
  vitestRunner,
} from './subject.ts';
export { webhookStoreSuite } from './webhook-store-suite.ts';
