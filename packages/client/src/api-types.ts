import type { components } from './openapi.ts';

type Schemas = components['schemas'];

/** A job as a poll shows it. `status` decides which fields are there. */
export type Job = Schemas['Job'];
/** A job that has ended well, with its outputs. */
export type CompletedJob = Schemas['CompletedJob'];
/** The answer to a submission. */
export type AcceptedJob = Schemas['AcceptedJob'];
/** Quota, rate limit, limits and operations of the calling key. */
export type Account = Schemas['Account'];
/** A file of a completed job, with a link that expires at `expiresAt`. */
export type Output = Schemas['Output'];
/** Something to know about a job that still finished; `code` is stable. */
export type Warning = Schemas['Warning'];
/** A job as those who manage it see it. */
export type ManagedJob = Schemas['ManagedJob'];
/** A page of a listing; `nextCursor` is null on the last. */
export type JobPage = Schemas['JobPage'];
/** A secret that signs webhooks to the URLs of jobs; null for the one that does not expire. */
export type WebhookSecret = Schemas['WebhookSecrets']['secrets'][number];
/** The body of every error. */
export type ErrorBody = Schemas['Error'];
/** Every code the server answers with. */
export type ApiErrorCode = ErrorBody['code'] | Schemas['NotRetryable']['code'];

/** Operations by name, with their options. They type the calls of a client. */
// biome-ignore lint/complexity/noBannedTypes: an operation may have no options at all.
export type OperationMap = { readonly [name: string]: {} };
