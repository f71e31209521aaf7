import type { components } from './openapi.ts';

type Schemas = components['schemas'];

/** A job as a poll returns it. Its fields depend on `status`. */
export type Job = Schemas['Job'];
/** A completed job with its outputs. */
export type CompletedJob = Schemas['CompletedJob'];
/** The answer to a submission. */
export type AcceptedJob = Schemas['AcceptedJob'];
/** Quota, rate limit, limits and operations of the calling key. */
export type Account = Schemas['Account'];
/** A file of a completed job, with a link that expires at `expiresAt`. */
export type Output = Schemas['Output'];
/** Something that differs in the result of a completed job. `code` is stable. */
export type Warning = Schemas['Warning'];
/** A job as the routes that manage jobs return it. */
export type ManagedJob = Schemas['ManagedJob'];
/** A page of a listing; `nextCursor` is null on the last page. */
export type JobPage = Schemas['JobPage'];
/** A secret that signs webhooks to the URLs of jobs. `expiresAt` is null for the current secret. */
export type WebhookSecret = Schemas['WebhookSecrets']['secrets'][number];
/** The body of every error. */
export type ErrorBody = Schemas['Error'];
/** Every error code of the server. */
export type ApiErrorCode = ErrorBody['code'] | Schemas['NotRetryable']['code'];

/** Operations by name, with their options. They type the calls of a client. */
// biome-ignore lint/complexity/noBannedTypes: an operation may have no options at all.
export type OperationMap = { readonly [name: string]: {} };
