// Written by `npm run client-types` from the OpenAPI document: change that instead.

export interface paths {
    readonly "/api/v1/pdf/to-word": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * PDF to Word
         * @description Turn a PDF into a Word document that you can edit: paragraphs, headings, lists, tables, headers and footers.
         */
        readonly post: operations["pdfToWord"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/pdf/to-excel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * PDF to Excel
         * @description Extract the tables of a PDF into an XLSX workbook, CSV or JSON: merged cells, headers, and numbers stored as numbers.
         */
        readonly post: operations["pdfToExcel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/pdf/compress": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Compress a PDF
         * @description Make a PDF smaller without losing text, tags, forms, outline, attachments, layers or metadata.
         */
        readonly post: operations["pdfCompress"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/pdf/merge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Merge PDFs
         * @description Combine several PDFs into one that keeps their outlines, links, forms, layers and tags.
         */
        readonly post: operations["pdfMerge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/pdf/split": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Split PDF
         * @description Split a PDF into parts that keep the outline, links, forms, layers and tags of their pages.
         */
        readonly post: operations["pdfSplit"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/image/to-pdf": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Images to PDF
         * @description Build one PDF from images without touching their pixels.
         */
        readonly post: operations["imageToPdf"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/pdf/to-image": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * PDF to images
         * @description Render the pages of a PDF as PNG, JPEG, WebP or TIFF.
         */
        readonly post: operations["pdfToImage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/ocr": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Recognise text
         * @description Make the text of scanned pages searchable, or extract it as text, Word, hOCR or JSON.
         */
        readonly post: operations["ocr"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/jobs/{jobId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a job
         * @description Poll until the status is no longer `processing`. Each poll mints fresh download links.
         */
        readonly get: operations["getJob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read quota, limits and operations of the calling key */
        readonly get: operations["getAccount"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/download/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Download an output
         * @description A signed link: it needs no API key. Takes HEAD, a single byte range, If-Match, If-None-Match and If-Range.
         */
        readonly get: operations["download"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/manage/jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the jobs of the calling key's owner
         * @description Those that meet every parameter. Pass `nextCursor` as `cursor` for the next page.
         */
        readonly get: operations["listJobs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/manage/jobs/{jobId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read a job with its times and sizes */
        readonly get: operations["getManagedJob"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a job and its files now
         * @description Cancels it first if need be. Links to its outputs no longer work.
         */
        readonly delete: operations["deleteJob"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/manage/jobs/{jobId}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancel a job
         * @description A job that has ended stays as it is: its status tells.
         */
        readonly post: operations["cancelJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/manage/jobs/{jobId}/retry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Queue a failed or cancelled job again
         * @description Under its id, for a quota unit, if the server keeps the files of failed jobs. A password is forgotten when a job ends: submit again what needs one.
         */
        readonly post: operations["retryJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/manage/jobs/{jobId}/outputs.zip": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Download all outputs of a job as one ZIP archive */
        readonly get: operations["downloadOutputs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/manage/jobs/{jobId}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Watch a job by server-sent events
         * @description First `job`, the job as it is, then its changes. The stream ends with the job.
         */
        readonly get: operations["watchJob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/manage/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Watch all jobs by server-sent events
         * @description First `jobs`, a page of the newest as a listing has it, then every change of every job.
         */
        readonly get: operations["watchJobs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/manage/webhook-secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what signs the webhooks to the URLs of jobs
         * @description For the `webhookUrl` of any job of the owner. While secrets overlap, each of them signs.
         */
        readonly get: operations["getWebhookSecret"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
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
            /** @description All inputs together, of a job that is about bytes */
            readonly inputBytes?: number;
            /** @description All outputs together, of a job that is about bytes */
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
export interface operations {
    readonly pdfToWord: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same request again under the same key is answered with the job it already made */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A form: files as parts with a file name, or `from`, or both; options as parts of text. With curl: `-F file=@report.pdf -F pages=1-3`. */
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description Accepted, detected from the content: application/pdf
                     */
                    readonly file?: string;
                    /** @description Outputs of completed jobs of the same owner as inputs: <jobId> for all of them, <jobId>/<n> for one */
                    readonly from?: readonly string[];
                    /**
                     * Format: uri
                     * @description Where to tell of the end of the job, by a signed webhook, besides the endpoints of the owner
                     */
                    readonly webhookUrl?: string;
                    /** @description Pages, counted from 1: 3, 2-5, 7-, -4, last, odd, even, separated by commas */
                    readonly pages?: string;
                    /**
                     * @description auto recognises the text of pages that are pictures, force that of every page
                     * @default auto
                     * @enum {string}
                     */
                    readonly ocr?: "auto" | "off" | "force";
                    /**
                     * @description Languages of the text: codes such as eng or deu, or tags such as de-DE, joined by + or a comma, up to 5; auto uses the installed ones for the script of each page
                     * @default eng
                     */
                    readonly language?: string;
                    /** @description Password of the file, if it needs one */
                    readonly password?: string;
                    /**
                     * @description flow: running text that is easy to edit; exact: every paragraph in a frame at its place
                     * @default flow
                     * @enum {string}
                     */
                    readonly layout?: "flow" | "exact";
                };
            };
        };
        readonly responses: {
            /** @description The job is accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            /** @description An error */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 402: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly pdfToExcel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same request again under the same key is answered with the job it already made */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A form: files as parts with a file name, or `from`, or both; options as parts of text. With curl: `-F file=@report.pdf -F pages=1-3`. */
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description Accepted, detected from the content: application/pdf
                     */
                    readonly file?: string;
                    /** @description Outputs of completed jobs of the same owner as inputs: <jobId> for all of them, <jobId>/<n> for one */
                    readonly from?: readonly string[];
                    /**
                     * Format: uri
                     * @description Where to tell of the end of the job, by a signed webhook, besides the endpoints of the owner
                     */
                    readonly webhookUrl?: string;
                    /** @description Pages, counted from 1: 3, 2-5, 7-, -4, last, odd, even, separated by commas */
                    readonly pages?: string;
                    /**
                     * @description auto recognises the text of pages that are pictures, force that of every page
                     * @default auto
                     * @enum {string}
                     */
                    readonly ocr?: "auto" | "off" | "force";
                    /**
                     * @description Languages of the text: codes such as eng or deu, or tags such as de-DE, joined by + or a comma, up to 5; auto uses the installed ones for the script of each page
                     * @default eng
                     */
                    readonly language?: string;
                    /** @description Password of the file, if it needs one */
                    readonly password?: string;
                    /**
                     * @description What comes out: a workbook, a CSV file for each table, JSON with the place of each value; several by commas
                     * @default [
                     *       "xlsx"
                     *     ]
                     */
                    readonly output?: readonly ("xlsx" | "csv" | "json")[];
                    /**
                     * @description What gets a separate sheet: each table, each page, or everything together
                     * @default per-table
                     * @enum {string}
                     */
                    readonly sheets?: "per-table" | "per-page" | "single";
                    /**
                     * @description tables: nothing but tables; all: also the text between them
                     * @default tables
                     * @enum {string}
                     */
                    readonly content?: "tables" | "all";
                };
            };
        };
        readonly responses: {
            /** @description The job is accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            /** @description An error */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 402: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly pdfCompress: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same request again under the same key is answered with the job it already made */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A form: files as parts with a file name, or `from`, or both; options as parts of text. With curl: `-F file=@report.pdf`. */
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description Accepted, detected from the content: application/pdf
                     */
                    readonly file?: string;
                    /** @description Outputs of completed jobs of the same owner as inputs: <jobId> for all of them, <jobId>/<n> for one */
                    readonly from?: readonly string[];
                    /**
                     * Format: uri
                     * @description Where to tell of the end of the job, by a signed webhook, besides the endpoints of the owner
                     */
                    readonly webhookUrl?: string;
                    /**
                     * @description Amount of compression; recommended means medium, extreme and maximum mean high
                     * @default medium
                     * @enum {string}
                     */
                    readonly level?: "low" | "medium" | "high";
                    /** @description Largest size of the output, such as 200KB or 5MB: compression stops when it is reached, whatever the level */
                    readonly maxSize?: string;
                    /** @description Quality of JPEG images; by default that of the level */
                    readonly quality?: number;
                    /**
                     * @description gray turns pages into shades of grey; keep leaves colours as they are
                     * @default keep
                     * @enum {string}
                     */
                    readonly color?: "keep" | "gray";
                    /**
                     * @description keep leaves scripts, launch, submit and opening actions as they are, with a warning; remove takes them out
                     * @default keep
                     * @enum {string}
                     */
                    readonly activeContent?: "keep" | "remove";
                    /**
                     * @description pdfa-2b makes the output PDF/A-2b for archives: fonts embedded, colours defined, active content and attachments removed
                     * @enum {string}
                     */
                    readonly conformance?: "pdfa-2b";
                    /** @description Password of the file, if it needs one */
                    readonly password?: string;
                };
            };
        };
        readonly responses: {
            /** @description The job is accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            /** @description An error */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 402: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly pdfMerge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same request again under the same key is answered with the job it already made */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A form: files as parts with a file name, or `from`, or both; options as parts of text. With curl: `-F files=@one.pdf -F files=@two.pdf`. */
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    readonly files?: readonly string[];
                    /** @description Outputs of completed jobs of the same owner as inputs: <jobId> for all of them, <jobId>/<n> for one */
                    readonly from?: readonly string[];
                    /**
                     * Format: uri
                     * @description Where to tell of the end of the job, by a signed webhook, besides the endpoints of the owner
                     */
                    readonly webhookUrl?: string;
                    /** @description Pages of each file, in the order wanted: all, or a selection such as 7,1-3; repeat it, one for each file */
                    readonly pages?: readonly string[];
                    /**
                     * @description files puts one after the other; alternate takes a page of each in turn, alternate-reverse of the later ones backwards
                     * @default files
                     * @enum {string}
                     */
                    readonly order?: "files" | "alternate" | "alternate-reverse";
                    /**
                     * @description Fills each file up with blank pages to a multiple of this many: 2 for printing on both sides
                     * @default 1
                     */
                    readonly padTo?: number;
                    /**
                     * @description One outline entry for each source file, above its own outline
                     * @default true
                     */
                    readonly bookmarks?: boolean;
                    /**
                     * @description keep leaves scripts, launch, submit and opening actions as they are, with a warning; remove takes them out
                     * @default keep
                     * @enum {string}
                     */
                    readonly activeContent?: "keep" | "remove";
                    /**
                     * @description pdfa-2b makes the output PDF/A-2b for archives: fonts embedded, colours defined, active content and attachments removed
                     * @enum {string}
                     */
                    readonly conformance?: "pdfa-2b";
                    /** @description Password of an encrypted file; repeat it, one for each file */
                    readonly password?: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description The job is accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            /** @description An error */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 402: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly pdfSplit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same request again under the same key is answered with the job it already made */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A form: files as parts with a file name, or `from`, or both; options as parts of text. With curl: `-F file=@report.pdf -F pages=1-3`. */
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description Accepted, detected from the content: application/pdf
                     */
                    readonly file?: string;
                    /** @description Outputs of completed jobs of the same owner as inputs: <jobId> for all of them, <jobId>/<n> for one */
                    readonly from?: readonly string[];
                    /**
                     * Format: uri
                     * @description Where to tell of the end of the job, by a signed webhook, besides the endpoints of the owner
                     */
                    readonly webhookUrl?: string;
                    /** @description One part for each item: 3, 2-5, 7-, -4, last, odd, even, separated by commas */
                    readonly pages?: string;
                    /** @description Parts of this many pages */
                    readonly every?: number;
                    /** @description This many parts of about the same number of pages */
                    readonly parts?: number;
                    /**
                     * @description One part for each outline entry: of the top level, or of the levels down to 2 or 3
                     * @default false
                     */
                    readonly bookmarks?: boolean | (1 | 2 | 3);
                    /** @description Most bytes of a part: 10MB, 500KB or plain bytes */
                    readonly maxSize?: string;
                    /**
                     * @description Puts the pages of "pages" into one file, in the order given, each once
                     * @default false
                     */
                    readonly merge?: boolean;
                    /**
                     * @description keep leaves scripts, launch, submit and opening actions as they are, with a warning; remove takes them out
                     * @default keep
                     * @enum {string}
                     */
                    readonly activeContent?: "keep" | "remove";
                    /** @description Password of the file, if it needs one */
                    readonly password?: string;
                };
            };
        };
        readonly responses: {
            /** @description The job is accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            /** @description An error */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 402: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly imageToPdf: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same request again under the same key is answered with the job it already made */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A form: files as parts with a file name, or `from`, or both; options as parts of text. With curl: `-F files=@one.png -F files=@two.png`. */
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    readonly files?: readonly string[];
                    /** @description Outputs of completed jobs of the same owner as inputs: <jobId> for all of them, <jobId>/<n> for one */
                    readonly from?: readonly string[];
                    /**
                     * Format: uri
                     * @description Where to tell of the end of the job, by a signed webhook, besides the endpoints of the owner
                     */
                    readonly webhookUrl?: string;
                    /**
                     * @description Size of the pages; fit takes the size of each image
                     * @default fit
                     * @enum {string}
                     */
                    readonly pageSize?: "fit" | "a4" | "letter" | "a3" | "legal";
                    /**
                     * @description How pages of a named size stand; auto follows the image
                     * @default auto
                     * @enum {string}
                     */
                    readonly orientation?: "auto" | "portrait" | "landscape";
                    /**
                     * @description Margin on each side, in millimetres
                     * @default 0
                     */
                    readonly margin?: number;
                    /**
                     * @description Whether an image is shown whole or fills the page of a named size
                     * @default contain
                     * @enum {string}
                     */
                    readonly fit?: "contain" | "cover";
                    /** @description Title of the document; the name of the first image by default */
                    readonly title?: string;
                    /**
                     * @description Language of the document as a BCP 47 tag
                     * @default und
                     */
                    readonly language?: string;
                    /**
                     * @description pdfa-2b makes the output PDF/A-2b for archives: fonts embedded, colours defined, active content and attachments removed
                     * @enum {string}
                     */
                    readonly conformance?: "pdfa-2b";
                    /** @description Adds a layer of text that can be searched and copied. Languages of the text: codes such as eng or deu, or tags such as de-DE, joined by + or a comma, up to 5; auto uses the installed ones for the script of each page */
                    readonly searchable?: string;
                };
            };
        };
        readonly responses: {
            /** @description The job is accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            /** @description An error */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 402: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly pdfToImage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same request again under the same key is answered with the job it already made */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A form: files as parts with a file name, or `from`, or both; options as parts of text. With curl: `-F file=@report.pdf -F pages=1-3`. */
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description Accepted, detected from the content: application/pdf
                     */
                    readonly file?: string;
                    /** @description Outputs of completed jobs of the same owner as inputs: <jobId> for all of them, <jobId>/<n> for one */
                    readonly from?: readonly string[];
                    /**
                     * Format: uri
                     * @description Where to tell of the end of the job, by a signed webhook, besides the endpoints of the owner
                     */
                    readonly webhookUrl?: string;
                    /**
                     * @description Pixels for each inch of the page
                     * @default 150
                     */
                    readonly dpi?: number;
                    /** @description Most pixels across, in place of dpi: pages keep their shape and fit inside */
                    readonly width?: number;
                    /** @description Most pixels down, in place of dpi */
                    readonly height?: number;
                    /**
                     * @description Image format; tiff is one file of all pages
                     * @default png
                     * @enum {string}
                     */
                    readonly format?: "png" | "jpg" | "webp" | "tiff";
                    /**
                     * @description All images in one ZIP archive
                     * @default false
                     */
                    readonly zip?: boolean;
                    /**
                     * @description Quality of JPEG and WebP, 1–100
                     * @default 85
                     */
                    readonly quality?: number;
                    /** @description Pages, counted from 1: 3, 2-5, 7-, -4, last, odd, even, separated by commas */
                    readonly pages?: string;
                    /**
                     * @description Colours of the images; mono is black and white
                     * @default color
                     * @enum {string}
                     */
                    readonly color?: "color" | "gray" | "mono";
                    /**
                     * @description Leaves what a page does not paint transparent (PNG and WebP)
                     * @default false
                     */
                    readonly transparent?: boolean;
                    /** @description Password of the file, if it needs one */
                    readonly password?: string;
                };
            };
        };
        readonly responses: {
            /** @description The job is accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            /** @description An error */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 402: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly ocr: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same request again under the same key is answered with the job it already made */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A form: files as parts with a file name, or `from`, or both; options as parts of text. With curl: `-F file=@report.pdf -F pages=1-3`. */
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description Accepted, detected from the content: application/pdf, image/png, image/jpeg, image/tiff
                     */
                    readonly file?: string;
                    /** @description Outputs of completed jobs of the same owner as inputs: <jobId> for all of them, <jobId>/<n> for one */
                    readonly from?: readonly string[];
                    /**
                     * Format: uri
                     * @description Where to tell of the end of the job, by a signed webhook, besides the endpoints of the owner
                     */
                    readonly webhookUrl?: string;
                    /**
                     * @description Languages of the text: codes such as eng or deu, or tags such as de-DE, joined by + or a comma, up to 5; auto uses the installed ones for the script of each page
                     * @default eng
                     */
                    readonly language?: string;
                    /**
                     * @description skip-text leaves pages that have text; redo reads scans with a text layer again; force reads every page again
                     * @default skip-text
                     * @enum {string}
                     */
                    readonly mode?: "skip-text" | "force" | "redo";
                    /**
                     * @description What comes out: a searchable PDF, plain text, Word, hOCR or JSON with every word; several joined by commas
                     * @default [
                     *       "pdf"
                     *     ]
                     */
                    readonly output?: readonly ("pdf" | "txt" | "docx" | "hocr" | "json")[];
                    /** @description The pages to read: 3, 2-5, 7-, -4, last, odd, even, separated by commas. A PDF keeps the others as they are */
                    readonly pages?: string;
                    /**
                     * @description Show skewed pages level
                     * @default false
                     */
                    readonly deskew?: boolean;
                    /**
                     * @description Show pages upright that lie on their side or upside down
                     * @default false
                     */
                    readonly rotate?: boolean;
                    /**
                     * @description keep leaves scripts, launch, submit and opening actions as they are, with a warning; remove takes them out
                     * @default keep
                     * @enum {string}
                     */
                    readonly activeContent?: "keep" | "remove";
                    /**
                     * @description pdfa-2b makes the output PDF/A-2b for archives: fonts embedded, colours defined, active content and attachments removed
                     * @enum {string}
                     */
                    readonly conformance?: "pdfa-2b";
                    /** @description Password of the file, if it needs one */
                    readonly password?: string;
                };
            };
        };
        readonly responses: {
            /** @description The job is accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            /** @description An error */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 402: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job as it is */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The account */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Account"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly download: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file */
            readonly 200: {
                headers: {
                    /** @description SHA-256 of the whole file (RFC 9530); absent for files stored by earlier versions */
                    readonly "Repr-Digest"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
            /** @description The part of the file that was asked for */
            readonly 206: {
                headers: {
                    /** @description SHA-256 of the whole file (RFC 9530); absent for files stored by earlier versions */
                    readonly "Repr-Digest"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
            /** @description Where the file is for a minute, of a host that hands out direct links */
            readonly 302: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client has the file already */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 412: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 416: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listJobs: {
        readonly parameters: {
            readonly query?: {
                /** @description Any of these */
                readonly status?: readonly ("queued" | "processing" | "completed" | "failed" | "cancelled")[];
                /** @description Any of these */
                readonly operation?: readonly string[];
                /** @description Created at this time or later */
                readonly createdFrom?: string;
                /** @description Created before this time */
                readonly createdBefore?: string;
                /** @description Part of the name of the first file, or a whole job id or correlation id */
                readonly text?: string;
                /** @description Which come first */
                readonly order?: "newest" | "oldest";
                /** @description Where the page before ended */
                readonly cursor?: string;
                /** @description Jobs on a page */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of jobs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobPage"];
                };
            };
            /** @description An error */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getManagedJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job as it is */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ManagedJob"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly deleteJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job is gone */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly cancelJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job as it is now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ManagedJob"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly retryJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job waits again */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ManagedJob"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 402: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The job has not failed, or its files are gone */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotRetryable"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly downloadOutputs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The archive */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/zip": string;
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly watchJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Events `job.queued`, `job.started`, `job.progress`, `job.completed`, `job.failed`, `job.cancelled` and `job.deleted`, each with a ManagedJob as its data */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": unknown;
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly watchJobs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Events `job.queued`, `job.started`, `job.progress`, `job.completed`, `job.failed`, `job.cancelled` and `job.deleted`, each with a ManagedJob as its data */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": unknown;
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The secrets, the newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookSecrets"];
                };
            };
            /** @description An error */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 405: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
