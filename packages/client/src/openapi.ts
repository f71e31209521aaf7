// Written by `npm run client-types` from the OpenAPI document: change that instead.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly AcceptedJob: {
            readonly jobId: string;
            /** @constant */
            readonly status: "processing";
            /** Format: uri */
            readonly statusUrl: string;
        };
        readonly Job: components["schemas"]["ProcessingJob"] | components["schemas"]["CompletedJob"] | components["schemas"]["FailedJob"] | components["schemas"]["CancelledJob"];
        readonly ProcessingJob: {
            readonly jobId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly status: "processing";
            readonly progress: number;
        };
        readonly CompletedJob: {
            readonly jobId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly status: "completed";
            /** @constant */
            readonly progress: 100;
            readonly durationMs: number;
            readonly outputs: readonly components["schemas"]["Output"][];
            /** @description Size of all inputs; only from operations that report sizes, such as pdf/compress */
            readonly inputBytes?: number;
            /** @description Size of all outputs; only from operations that report sizes, such as pdf/compress */
            readonly outputBytes?: number;
            readonly warnings?: readonly components["schemas"]["Warning"][];
        };
        readonly FailedJob: {
            readonly jobId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly status: "failed";
            readonly progress: number;
            readonly durationMs: number;
            readonly error: components["schemas"]["Error"];
            readonly warnings?: readonly components["schemas"]["Warning"][];
        };
        readonly CancelledJob: {
            readonly jobId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly status: "cancelled";
            readonly progress: number;
            readonly durationMs: number;
            readonly warnings?: readonly components["schemas"]["Warning"][];
        };
        readonly Output: {
            readonly fileName: string;
            readonly sizeBytes: number;
            readonly contentType: string;
            /** Format: uri */
            readonly downloadUrl: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly Warning: {
            readonly code: string;
            readonly message: string;
        };
        readonly Error: {
            /** @enum {unknown} */
            readonly code: "INVALID_REQUEST" | "UNAUTHORIZED" | "QUOTA_EXCEEDED" | "FORBIDDEN" | "JOB_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDEMPOTENCY_CONFLICT" | "LINK_EXPIRED" | "OUTPUT_DAMAGED" | "FILE_TOO_LARGE" | "UNSUPPORTED_FORMAT" | "PDF_ENCRYPTED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "PROCESSING_FAILED" | "SERVICE_UNAVAILABLE";
            readonly message: string;
            readonly correlationId: string;
            readonly details: Record<string, never>;
        };
        readonly Account: {
            readonly keyId: string;
            readonly name: string;
            /** Format: date-time */
            readonly createdAt: string | null;
            readonly quota: {
                readonly limit: number | null;
                readonly used: number;
                readonly remaining: number | null;
                /** @constant */
                readonly period: "month";
                /** Format: date-time */
                readonly resetsAt: string;
            };
            readonly rateLimit: {
                readonly limit: number | null;
                readonly windowSeconds: number;
                readonly remaining: number | null;
                /** Format: date-time */
                readonly resetsAt: string | null;
            };
            readonly limits: {
                readonly maxFileBytes: number;
                readonly maxFiles: number;
                readonly maxPages: number;
                readonly linkTtlSeconds: number;
                readonly retentionSeconds: number;
            };
            readonly operations: readonly string[];
            readonly ocrLanguages: readonly string[];
            /** @description Models of the second reader for scans; empty if none is installed */
            readonly ocrModels: readonly string[];
        };
        readonly ManagedJob: {
            readonly jobId: string;
            readonly operation: string;
            /** @enum {unknown} */
            readonly status: "queued" | "processing" | "completed" | "failed" | "cancelled";
            readonly progress: number;
            readonly attempts: number;
            readonly keyId: string | null;
            readonly fileName: string | null;
            readonly inputCount: number;
            readonly inputBytes: number;
            readonly outputCount: number;
            readonly outputBytes: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
            /** Format: date-time */
            readonly startedAt: string | null;
            /** Format: date-time */
            readonly finishedAt: string | null;
            /** Format: date-time */
            readonly expiresAt: string | null;
            readonly correlationId: string;
            readonly error: components["schemas"]["Error"] | null;
        };
        readonly JobPage: {
            readonly jobs: readonly components["schemas"]["ManagedJob"][];
            readonly nextCursor: string | null;
        };
        readonly NotRetryable: {
            /** @constant */
            readonly code: "NOT_RETRYABLE";
            readonly message: string;
            readonly correlationId: string;
            readonly details: Record<string, never>;
        };
        readonly WebhookSecrets: {
            readonly secrets: readonly {
                readonly secret: string;
                /** Format: date-time */
                readonly expiresAt: string | null;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
