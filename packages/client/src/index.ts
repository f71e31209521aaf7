export type {
  AcceptedJob,
  Account,
  ApiErrorCode,
  CompletedJob,
  Job,
  JobPage,
  ManagedJob,
  OperationMap,
  Output,
  Warning,
  WebhookSecret,
} from './api-types.ts';
export type { ClientInput, FileData, JobOutput } from './client-input.ts';
export type { ClientOptions } from './client-options.ts';
export {
  type CallSettings,
  type Client,
  type ConversionResult,
  createClient,
  type Progress,
  type SubmitSettings,
} from './create-client.ts';
export type { JobEvent } from './job-events.ts';
export type { JobFilter, ManagedJobs } from './manage-jobs.ts';
export { type ErrorDetails, PlatenError, type PlatenErrorCode } from './platen-error.ts';
export type { RemoteFile } from './remote-file.ts';
export type {
  ImageToPdfOptions,
  OcrOptions,
  PdfCompressOptions,
  PdfMergeOptions,
  PdfSplitOptions,
  PdfToExcelOptions,
  PdfToImageOptions,
  PdfToWordOptions,
  StandardOperations,
} from './standard-operations.ts';
