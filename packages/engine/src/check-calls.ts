import {
  type CheckedSubmitRequest,
  type ConvertSettings,
  type EngineRoles,
  invalidRequest,
  type JobFilter,
  type PageRequest,
  type PipelineStep,
  type RetrySettings,
  type SubmitRequest,
  type UsageFilter,
} from '@platen/core';
import { checkOptionNames, isJobId, type OptionNames, shownValue } from '@platen/core/internal';
import { isOperation } from './is-operation.ts';

const roleNames: OptionNames<EngineRoles> = { work: true, maintain: true };
const settingNames: OptionNames<ConvertSettings> = { signal: true, onProgress: true, limits: true, timeoutMs: true };
const stepNames: OptionNames<PipelineStep> = { operation: true, options: true };
const retryNames: OptionNames<RetrySettings> = { quotaPerMonth: true, secrets: true };
const filterNames: OptionNames<JobFilter> = {
  ownerId: true,
  states: true,
  operations: true,
  createdFrom: true,
  createdBefore: true,
  text: true,
  order: true,
};
const pageNames: OptionNames<PageRequest> = { cursor: true, limit: true };
const usageNames: OptionNames<UsageFilter> = { ownerId: true, fromDay: true, toDay: true };
const requestNames: OptionNames<SubmitRequest & CheckedSubmitRequest> = {
  operation: true,
  inputs: true,
  options: true,
  staged: true,
  checked: true,
  ownerId: true,
  keyId: true,
  quotaPerMonth: true,
  correlationId: true,
  traceparent: true,
  jobId: true,
  requestHash: true,
  warnings: true,
  limits: true,
  webhookUrl: true,
};

// JavaScript callers may pass anything. Misspelt options throw a TypeError; ignored, they would let an accept-only node
// run jobs, make a conversion impossible to cancel, leave a job without an owner, or list all jobs.

export function checkRoles(roles: EngineRoles | undefined): void {
  checkOptionNames('engine.start', roles, roleNames);
}

export function checkInputs(inputs: unknown): void {
  if (inputs !== undefined) return;
  throw new TypeError('inputs are missing: give a path, bytes, a Blob, a stream, or an array of these');
}

export function checkGivenOptions(given: unknown): asserts given is Readonly<Record<string, unknown>> {
  checkObject('options', given);
}

export function checkSettings(settings: ConvertSettings): void {
  checkObject('settings', settings);
  checkOptionNames('engine.convert', settings, settingNames);
}

export function checkSteps(steps: readonly PipelineStep[]): void {
  if (!Array.isArray(steps)) throw new TypeError('the steps of a pipeline must be an array');
  for (const step of steps) {
    checkObject('a step', step);
    checkOptionNames('engine.pipeline', step, stepNames);
    if (typeof step.operation !== 'string' && !isOperation(step.operation)) {
      throw new TypeError('the operation of a step must be an operation or the name of one');
    }
    if (step.options !== undefined) checkGivenOptions(step.options);
  }
}

export function checkRetrySettings(settings: RetrySettings): void {
  checkObject('settings', settings);
  checkOptionNames('engine.retry', settings, retryNames);
}

export function checkListing(filter: JobFilter, page: PageRequest | undefined): void {
  checkObject('filter', filter);
  checkOptionNames('engine.list', filter, filterNames);
  checkOptionNames('engine.list', page, pageNames);
}

export function checkUsageFilter(filter: UsageFilter): void {
  checkObject('filter', filter);
  checkOptionNames('engine.usage', filter, usageNames);
  checkText('fromDay', filter.fromDay);
  checkText('toDay', filter.toDay);
}

/** Null is the owner of jobs that have none. */
export function checkOwner(ownerId: string | null): void {
  if (ownerId !== null) checkText('ownerId', ownerId);
}

/** The id may come from the caller's own callers: a wrong one is `INVALID_REQUEST`. */
export function checkRequest(request: SubmitRequest | CheckedSubmitRequest): void {
  checkObject('the request', request);
  checkOptionNames('engine.submit', request, requestNames);
  const files: unknown = 'staged' in request ? request.staged : request.inputs;
  if (!Array.isArray(files)) throw new TypeError('inputs must be an array');
  if ('inputs' in request && request.options !== undefined) checkGivenOptions(request.options);
  if (request.jobId === undefined || isJobId(request.jobId)) return;
  throw invalidRequest([{ field: 'jobId', problem: 'must have 1 to 64 letters, digits, hyphens and underscores' }]);
}

function checkObject(what: string, value: unknown): void {
  if (typeof value !== 'object' || value === null)
    throw new TypeError(`${what} must be an object, not ${shownValue(value)}`);
}

function checkText(what: string, value: unknown): void {
  if (typeof value !== 'string') throw new TypeError(`${what} must be a string, not ${shownValue(value)}`);
}
