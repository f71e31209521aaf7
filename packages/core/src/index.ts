import { requireSupportedNode } from './supported-node.ts';

export type {
  AuthenticatedCaller,
  Authenticator,
  CallerRequest,
  Credentials,
  Principal,
  RateLimiter,
  RateRule,
  RateState,
} from './access.ts';
export type { AgentCaller, AgentEndpoint, AgentHost, AgentSessions } from './agent-endpoint.ts';
export {
  type ApiKeyRecord,
  generateApiKey,
  hashApiKey,
  isApiKey,
  type KeyLimits,
  type KeyStore,
  type ManagementScope,
  managementScopes,
  type NewApiKey,
} from './api-key.ts';
export { assertBlobKey, blobChanged, blobKeyTaken, blobNotFound } from './blob-key.ts';
export type {
  BlobCallOptions,
  BlobEntry,
  BlobInfo,
  BlobListOptions,
  BlobPage,
  BlobReadOptions,
  BlobStore,
  BlobWriteOptions,
  ByteRange,
  DirectLinkRequest,
} from './blob-store.ts';
export type { CheckedOptions } from './check-options.ts';
export type {
  CheckedSubmitRequest,
  Conversion,
  ConversionEngine,
  ConversionInput,
  ConversionSource,
  ConvertedFile,
  ConvertSettings,
  EngineEvents,
  EngineRoles,
  EngineStatus,
  EventOrigin,
  JobListener,
  ListenerSettings,
  PipelineStep,
  RetrySettings,
  StagedFile,
  StagingFolder,
  StepOf,
  SubmitRequest,
  WorkerStarts,
} from './conversion-engine.ts';
export {
  ConversionError,
  type ConversionErrorOptions,
  type ErrorCode,
  type ErrorData,
  encryptionUnsupported,
  errorTable,
  type FailureReason,
  type FieldProblem,
  failureReasons,
  invalidRequest,
  limitExceeded,
  pdfEncrypted,
  processingFailed,
  storageFull,
  storageUnavailable,
} from './errors.ts';
export {
  type ClaimedJob,
  type FailedJob,
  type JobOutcome,
  type JobRecord,
  type JobRun,
  type JobSecrets,
  type JobSummary,
  type JobWarning,
  type NewJob,
  type RunEnd,
  type StoredFile,
  summarizeJob,
} from './job.ts';
export type { BusMessage, JobBus } from './job-bus.ts';
export {
  claimedJob,
  claimWaitMs,
  clockStepMs,
  damagedJob,
  endedJob,
  expiredJob,
  hasLostLease,
  isHeld,
  maxRuns,
  queuedJob,
  releasedJob,
  renewedJob,
  retriedJob,
} from './job-changes.ts';
export type { JobOutput } from './job-output.ts';
export { decodeCursor, encodeCursor, type JobPosition, pageLimit } from './job-page.ts';
export { type Delivery, type JobQueue, type QueueItem, queueItem } from './job-queue.ts';
export { type FinalState, isFinal, type JobState, type NextState } from './job-state.ts';
export {
  type Backlog,
  type ClaimRequest,
  type ClaimResult,
  type CloseRequest,
  countedEnds,
  type FinishRequest,
  type InsertBounds,
  type InsertResult,
  type JobCounts,
  type JobFilter,
  type JobPage,
  type JobStore,
  type Overdue,
  type OverdueJobs,
  type OwnerStanding,
  type PageRequest,
  type Refusal,
  type ReleaseRequest,
  type Renewal,
  type RetryResult,
  type UsageFilter,
  type UsageRow,
} from './job-store.ts';
export { usageOf } from './job-usage.ts';
export type { JobWebhooks } from './job-webhooks.ts';
export type { KnownOwner, OwnerSources } from './known-owners.ts';
export { type LeaderLock, longestHoldMs } from './leader-lock.ts';
export { defaultLimits, type LimitName, type Limits, structureLimits } from './limits.ts';
export type { MediaType } from './media-type.ts';
export type { NodeRecord, NodeRegistry, NodeReport } from './node-registry.ts';
export {
  defineOperation,
  type Operation,
  type OperationDefinition,
  type OperationLimits,
  type OperationList,
  type OperationOf,
  type OptionsByName,
  type OptionsFor,
  type OptionsOf,
  type OptionsSchema,
} from './operation.ts';
export type { NewOutboxMessage, Outbox, OutboxMessage } from './outbox.ts';
export { type QuotaMonth, quotaMonth } from './quota-month.ts';
export { type RateSpan, rateState, spanMs } from './rate-state.ts';
export { findRefusal } from './refusal.ts';
export { type Clock, type IdGenerator, type Logger, silentLogger, systemClock } from './runtime.ts';
export type { NewSession, SignInAccount, SignInStore } from './sign-in-store.ts';
export { type WarningCode, warningTable } from './warnings.ts';
export {
  type DueWebhookDelivery,
  type NewWebhookDelivery,
  purgedAtOnce,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryFilter,
  type WebhookDeliveryState,
  type WebhookEndpoint,
  type WebhookSecret,
  type WebhookStore,
  type WebhookTake,
} from './webhook-store.ts';
export {
  defineWorker,
  type JoinedWork,
  type PartedWork,
  type TaskInput,
  type TaskOutput,
  type WholeWork,
  type WorkerCall,
  type WorkerContext,
  type WorkerEntry,
  type WorkerMessage,
  type WorkerReply,
  type WorkerTask,
} from './worker.ts';

requireSupportedNode();
