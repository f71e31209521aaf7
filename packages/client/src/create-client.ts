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

/** How far a conversion is. `fraction` (0–1) is null while it cannot be known; a phase never goes back. */
export interface Progress {
  readonly phase: 'uploading' | 'converting';
  readonly fraction: number | null;
}

/** How one call is watched and ended. */
export interface CallSettings {
  /** Aborts the call, which rejects with the reason of the signal. A running job continues: the interface cannot cancel it. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** How one submission is watched, ended and made safe to repeat. */
export interface SubmitSettings extends CallSettings {
  /** The same submission under the same key is accepted once. Random by default, so that retries are safe. */
  readonly idempotencyKey?: string;
  /** Where the server reports the end of the job, where it accepts such (`INVALID_REQUEST` where not); signed by `jobs.webhookSecrets`. */
  readonly webhookUrl?: string;
}

/** The result of a completed job. */
export interface ConversionResult {
  readonly jobId: string;
  readonly durationMs: number;
  /** In order. */
  readonly outputs: readonly RemoteFile[];
  readonly warnings: readonly Warning[];
}

/** A Platen server, as a set of calls. All reject with a `PlatenError`, or with the reason of their `signal`. */
export interface Client<Operations extends OperationMap = StandardOperations> {
  /** Submits, waits as long as the server says, and resolves to the outputs: nothing of them is downloaded yet. */
  convert<Name extends keyof Operations & string>(
    operation: Name,
    files: ClientInput | readonly ClientInput[],
    options?: Operations[Name],
    settings?: SubmitSettings,
  ): Promise<ConversionResult>;

  /** Uploads and resolves once the server has recorded the job. Inputs that are streams are sent once, without retries. */
  submit<Name extends keyof Operations & string>(
    operation: Name,
    files: ClientInput | readonly ClientInput[],
    options?: Operations[Name],
    settings?: SubmitSettings,
  ): Promise<AcceptedJob>;

  /** The present state of a job. Rejects with `JOB_NOT_FOUND` if the job is unknown or purged. */
  job(jobId: string, settings?: Pick<CallSettings, 'signal'>): Promise<Job>;

  /** Polls until a job ends. Rejects with its error when it failed, and with `CANCELLED` or `TIMEOUT`. */
  wait(jobId: string, settings?: CallSettings): Promise<ConversionResult>;

  account(settings?: Pick<CallSettings, 'signal'>): Promise<Account>;

  /** Lists, watches and changes jobs, where the server serves the routes for it. */
  readonly jobs: ManagedJobs;
}

/** A client of one server under one key. Throws a TypeError on wrong options; opens no connection yet. */
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
