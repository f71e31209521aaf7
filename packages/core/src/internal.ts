// What only packages of Platen share. It follows no semantic versioning: hosts, operations and stores need none of it.

export { type BatchCallsOptions, batchCalls } from './batch-calls.ts';
export { withTranslatedErrors } from './blob-store-errors.ts';
export { checkLinkSecrets } from './check-link-secrets.ts';
export { checkOptions, tryCheckOptions, unknownOptions } from './check-options.ts';
export { counted } from './counted.ts';
export { dayOf } from './day-of.ts';
export { editDistance } from './edit-distance.ts';
export { errorCode, isError } from './error-code.ts';
export {
  canRetry,
  hostShortage,
  isLimitExceeded,
  isWorkersUnavailable,
  jobNotFound,
  otherReasons,
  toConversionError,
  workersUnavailable,
} from './errors.ts';
export { isFault, isMemoryRefusal } from './fault.ts';
export {
  activeTraceparent,
  contextFrom,
  contextWithin,
  errorStatus,
  findHostTracer,
  formatTraceparent,
  type JobSpan,
  type JobTracer,
  parseTraceparent,
  type SpanIdentity,
  type TraceContext,
} from './host-tracing.ts';
export { internalFailures, isInternalFailure } from './internal-failures.ts';
export { isJobId } from './is-job-id.ts';
export { totalBytes } from './job.ts';
export { formatJobOutput, isJobOutput, parseJobOutput } from './job-output.ts';
export { jobTransitions } from './job-state.ts';
export { webhookUrlRefused } from './job-webhooks.ts';
export { createKeyAuthenticator, type KeyAuthenticatorOptions } from './key-authenticator.ts';
export { listOwners, ownerProblem } from './known-owners.ts';
export { checkLimits } from './limits.ts';
export { mapBounded } from './map-bounded.ts';
export { detectionBytes, detectMediaType } from './media-type.ts';
export { mulberry32 } from './mulberry32.ts';
export {
  type CheckedValues,
  checkOptionValues,
  type JsonSchema,
  type OptionFields,
  readOptionFields,
} from './option-fields.ts';
export { checkOptionNames, isPromise, type OptionNames, shownValue, storeParts } from './option-names.ts';
export { createOutputBudget, type OutputBudget } from './output-budget.ts';
export { perFileProblems } from './per-file-options.ts';
export { positiveOption } from './positive-option.ts';
export { randomId } from './runtime.ts';
export { safeFileName } from './safe-file-name.ts';
export { shareAnswer } from './share-answer.ts';
export { shuttingDown } from './shutting-down.ts';
export { stderrLogger } from './stderr-logger.ts';
export { suggest } from './suggest.ts';
export { timerMs, timerOption } from './timer-ms.ts';
export { unsupportedFormat } from './unsupported-format.ts';
export { deliveryStates } from './webhook-store.ts';
