export type {
  Authenticator,
  Credentials,
  Principal,
  QuotaReservation,
  QuotaStore,
  RateLimiter,
  RateRule,
  RateState,
} from './access.ts';
export {
  type ApiKeyRecord,
  generateApiKey,
  hashApiKey,
  isApiKey,
  type KeyLimits,
  type KeyStore,
  type NewApiKey,
} from './api-key.ts';
export type { BlobInfo, BlobStore, ByteRange } from './blob-store.ts';
export type {
  Conversion,
  ConversionEngine,
  ConversionInput,
  ConversionSource,
  ConvertedFile,
  ConvertSettings,
  EngineEvents,
  EngineStatus,
  StagingFolder,
  SubmitRequest,
} from './conversion-engine.ts';
export {
  ConversionError,
  type ConversionErrorOptions,
  canRetry,
  type ErrorCode,
  type ErrorData,
  errorTable,
  type FailureReason,
  type FieldProblem,
  failureReasons,
  invalidRequest,
  isLimitExceeded,
  limitExceeded,
  pdfEncrypted,
  processingFailed,
  toConversionError,
} from './errors.ts';
export { type JobOutcome, type JobRecord, type JobWarning, type NewJob, queuedJob, type StoredFile } from './job.ts';
export type { Delivery, JobQueue, QueuedItem } from './job-queue.ts';
export { canMove, type FinalState, isFinal, type JobState, jobTransitions, type NextState } from './job-state.ts';
export type { ClaimRequest, CloseRequest, FinishRequest, JobFilter, JobStore, Renewal } from './job-store.ts';
export { createKeyAuthenticator, type KeyAuthenticatorOptions } from './key-authenticator.ts';
export { defaultLimits, type Limits } from './limits.ts';
export { detectionBytes, detectMediaType, type MediaType } from './media-type.ts';
export {
  defineOperation,
  type Operation,
  type OperationDefinition,
  type OperationLimits,
  type OptionsSchema,
} from './operation.ts';
export {
  type CheckedValues,
  checkOptionValues,
  type JsonSchema,
  type OptionFields,
  readOptionFields,
} from './option-fields.ts';
export { type Clock, type IdGenerator, type Logger, randomId, silentLogger, systemClock } from './runtime.ts';
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
