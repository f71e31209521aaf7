import type { AcceptedJob, Account, CompletedJob, Job, OperationMap, Warning } from './api-types.ts';
import { type ClientInput, fileParts } from './client-input.ts';
import { type ClientOptions, keyHeaders, type ResolvedOptions, resolveOptions } from './client-options.ts';
import type { FormFields } from './form-body.ts';
import { type ManagedJobs, manageJobs } from './manage-jobs.ts';
import { PlatenError } from './platen-error.ts';
import { get, poll } from './poll-job.ts';
import { createRemoteFile, type RemoteFile } from './remote-file.ts';
import { withRetries } from './retry.ts';
import type { StandardOperations } from './standard-operations.ts';
import { uploadOnce } from './upload.ts';
import { waitForEnd } from './wait-for-end.ts';

/** The progress of a conversion. `fraction` (0 to 1) is null while it is unknown. A phase never returns. */
export interface Progress {
  readonly phase: 'uploading' | 'converting';
  readonly fraction: number | null;
}

/** How to observe and abort one call. */
export interface CallSettings {
  /** Aborts the call, which rejects with the reason of the signal. A running job continues: the interface cannot cancel it. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** How to observe, abort and safely repeat one submission. */
export interface SubmitSettings extends CallSettings {
  /** The same submission under the same key is accepted once. Random by default, so that retries are safe. */
  readonly idempotencyKey?: string;
  /**
   * A URL that the server notifies when the job ends. A server that does not allow it answers with `INVALID_REQUEST`. The
   * messages are signed with `jobs.webhookSecrets`.
   */
  readonly webhookUrl?: string;
}

/** The result of a completed job. */
export interface ConversionResult {
  readonly jobId: string;
  readonly durationMs: number;
  /** The outputs, in order. */
  readonly outputs: readonly RemoteFile[];
  readonly warnings: readonly Warning[];
}

/** The calls to a Platen server. All reject with a `PlatenError`, or with the reason of their `signal`. */
export interface Client<Operations extends OperationMap = StandardOperations> {
  /** Submits a job, waits for its end, and resolves to its outputs. Nothing is downloaded yet. */
  convert<Name extends keyof Operations & string>(
    operation: Name,
    files: ClientInput | readonly ClientInput[],
    options?: Operations[Name],
    settings?: SubmitSettings,
  ): Promise<ConversionResult>;

  /** Uploads the files, and resolves once the server has recorded the job. Streams are sent once, without retries. */
  submit<Name extends keyof Operations & string>(
    operation: Name,
    files: ClientInput | readonly ClientInput[],
    options?: Operations[Name],
    settings?: SubmitSettings,
  ): Promise<AcceptedJob>;

  /** The current state of a job. Rejects with `JOB_NOT_FOUND` if the job is unknown or purged. */
  job(jobId: string, settings?: Pick<CallSettings, 'signal'>): Promise<Job>;

  /**
   * Polls until a job ends. Rejects with its error if the job failed, with `CANCELLED` if it was cancelled, and with
   * `TIMEOUT` after `waitTimeoutMs`.
   */
  wait(jobId: string, settings?: CallSettings): Promise<ConversionResult>;

  account(settings?: Pick<CallSettings, 'signal'>): Promise<Account>;

  /** Lists, watches and changes jobs, if the server has the routes that manage jobs. */
  readonly jobs: ManagedJobs;
}

/** Creates a client of one server with one key. Opens no connection yet. Throws a TypeError on wrong options. */
export function createClient<Operations extends OperationMap = StandardOperations>(
  clientOptions: ClientOptions,
): Client<Operations> {
  const options = resolveOptions(clientOptions);

  const job: Client['job'] = async (jobId, { signal } = {}) => (await poll(options, jobId, signal)).job;

  const submit: Client<Operations>['submit'] = async (operation, files, values, settings = {}) => {
    const { signal, onProgress, idempotencyKey = crypto.randomUUID(), webhookUrl } = settings;
    const parts = fileParts(files);
    const upload = {
      url: `${options.url}/api/v1/${operation}`,
      headers: { ...keyHeaders(options), 'Idempotency-Key': idempotencyKey },
      fields: formFields({ ...values, webhookUrl }),
      files: parts,
      signal,
      onProgress: onProgress && ((fraction: number | null) => onProgress({ phase: 'uploading', fraction })),
    };
    const isRepeatable = parts.every((part) => 'from' in part || part.body instanceof Blob);
    const retries = isRepeatable ? options : { ...options, maxRetries: 0 };
    return withRetries(retries, signal, () => uploadOnce(options, upload));
  };

  const wait: Client['wait'] = async (jobId, { signal, onProgress } = {}) => {
    const completed = await waitForEnd(options, jobId, signal, (percent) =>
      onProgress?.({ phase: 'converting', fraction: percent / 100 }),
    );
    return resultOf(options, completed);
  };

  return {
    submit,
    job,
    wait,
    async convert(operation, files, values, settings) {
      const { jobId } = await submit(operation, files, values, settings);
      return wait(jobId, settings);
    },
    account: ({ signal } = {}) =>
      get(options, '/api/v1/account', signal, (response) => response.json() as Promise<Account>),
    jobs: manageJobs(options),
  };
}

/** A form has no way to send a list without items: left out, it would get the default without a word. */
function emptyList(field: string): PlatenError {
  const problem = 'is an empty list: leave the option out for its default';
  const details = { errors: [{ field, problem }] };
  return new PlatenError('INVALID_REQUEST', `The option "${field}" ${problem}`, { details });
}

function formFields(values: object): FormFields {
  return Object.entries(values).flatMap(([name, value]) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (list.length === 0) throw emptyList(name);
    return list.filter((item) => item !== undefined).map((item) => [name, String(item)] as const);
  });
}

function resultOf(
  options: ResolvedOptions,
  { jobId, durationMs, outputs, warnings = [] }: CompletedJob,
): ConversionResult {
  return {
    jobId,
    durationMs,
    warnings,
    outputs: outputs.map((output, index) =>
      createRemoteFile(options, output, async (signal) => {
        const { job } = await poll(options, jobId, signal);
        const fresh = job.status === 'completed' ? job.outputs[index] : undefined;
        if (fresh === undefined) throw new PlatenError('LINK_EXPIRED', 'The output no longer exists', { jobId });
        return fresh.downloadUrl;
      }),
    ),
  };
}
