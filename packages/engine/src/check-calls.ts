import {
  type CheckedSubmitRequest,
  type ConvertSettings,
  checkOptionNames,
  type EngineRoles,
  invalidRequest,
  isJobId,
  type OptionNames,
  type SubmitRequest,
} from '@platen/core';

const roleNames: OptionNames<EngineRoles> = { work: true, maintain: true };
const settingNames: OptionNames<ConvertSettings> = { signal: true, onProgress: true, limits: true, timeoutMs: true };
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
  jobId: true,
  requestHash: true,
  warnings: true,
  limits: true,
  webhookUrl: true,
};

// From JavaScript anything may be given. What is misspelt throws a TypeError: a node that was only to accept jobs would
// run them, a conversion could not be cancelled, and a job would have no owner.

export function checkRoles(roles: EngineRoles | undefined): void {
  checkOptionNames('engine.start', roles, roleNames);
}

export function checkSettings(settings: ConvertSettings): void {
  if (typeof settings !== 'object' || settings === null) {
    throw new TypeError(`settings must be an object, not ${String(settings)}`);
  }
  checkOptionNames('engine.convert', settings, settingNames);
}

/** The id may come from the caller's own callers: a wrong one is `INVALID_REQUEST`. */
export function checkRequest(request: SubmitRequest | CheckedSubmitRequest): void {
  checkOptionNames('engine.submit', request, requestNames);
  const files: unknown = 'staged' in request ? request.staged : request.inputs;
  if (!Array.isArray(files)) throw new TypeError('inputs must be an array');
  if (request.jobId === undefined || isJobId(request.jobId)) return;
  throw invalidRequest([{ field: 'jobId', problem: 'must have 1 to 64 letters, digits, hyphens and underscores' }]);
}
