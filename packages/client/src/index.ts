export type {
  AcceptedJob,
  Account,
  ApiErrorCode,
  CompletedJob,
  Job,
  OperationMap,
  Output,
  StandardOperations,
  Warning,
} from './api-types.ts';
export type { ClientInput, FileData } from './client-input.ts';
export type { ClientOptions } from './client-options.ts';
export {
  type CallSettings,
  type Client,
  type ConversionResult,
  createClient,
  type Progress,
  type SubmitSettings,
} from './create-client.ts';
export { type ErrorDetails, PlatenError, type PlatenErrorCode } from './platen-error.ts';
export type { RemoteFile } from './remote-file.ts';
