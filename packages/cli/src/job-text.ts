import { isFinal, type JobRecord, type JobSummary, type StoredFile } from '@platen/core';

/** A job as JSON for scripts: nothing of it is secret, and no storage key is in it. */
export function jobToJson(job: JobRecord) {
  const { options, correlationId, warnings, error } = job;
  const files = { inputs: job.inputs.map(fileToJson), outputs: job.outputs.map(fileToJson) };
  return { ...commonToJson(job), options, correlationId, ...files, warnings, error };
}

/** A job of a list as JSON: how many files it has, not which. */
export function summaryToJson(job: JobSummary) {
  const { fileName, inputCount, inputBytes, outputCount, outputBytes, correlationId, error } = job;
  return { ...commonToJson(job), correlationId, fileName, inputCount, inputBytes, outputCount, outputBytes, error };
}

function commonToJson(job: JobRecord | JobSummary) {
  const { id, ownerId, keyId, operation, state, progress, attempts, durationMs } = job;
  const times = {
    createdAt: isoOf(job.createdAt),
    startedAt: isoOf(job.startedAt),
    finishedAt: isoOf(job.finishedAt),
    purgeAt: isoOf(job.purgeAt),
  };
  return { id, ownerId, keyId, operation, state, progress, attempts, ...times, durationMs };
}

/** A job in a list: what distinguishes it from others, and its state. */
export function jobLine({ id, operation, state, progress, createdAt, error, fileName }: JobSummary): string {
  const how = state === 'processing' ? `${progress} %` : (error?.message ?? fileName ?? '');
  return `${id}  ${isoOf(createdAt) ?? ''}  ${operation.padEnd(12)}  ${state.padEnd(10)}  ${how}`.trimEnd();
}

/** A job in full, a line for each thing to know. */
export function describeJob(job: JobRecord): string {
  const rows: readonly (readonly [string, string | null])[] = [
    ['job', job.id],
    ['operation', job.operation],
    ['options', JSON.stringify(job.options)],
    ['state', `${job.state}, ${job.progress} %`],
    [
      'error',
      job.error === null ? null : `${job.error.message} (${job.error.code} ${JSON.stringify(job.error.details)})`,
    ],
    ['attempts', String(job.attempts)],
    ['owner', job.ownerId ?? 'none: submitted in process'],
    ['key', job.keyId],
    ['correlation', job.correlationId],
    ['created', isoOf(job.createdAt)],
    ['started', isoOf(job.startedAt)],
    ['finished', isoOf(job.finishedAt)],
    ['took', isFinal(job.state) ? `${job.durationMs} ms` : null],
    ['kept until', isoOf(job.purgeAt)],
    ...job.inputs.map((file) => ['input', describeFile(file)] as const),
    ...job.outputs.map((file) => ['output', describeFile(file)] as const),
    ...job.warnings.map(({ code, message }) => ['warning', `${message} (${code})`] as const),
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(12)} ${value}`])).join('\n');
}

function fileToJson({ fileName, mediaType, sizeBytes }: StoredFile) {
  return { fileName, mediaType, sizeBytes };
}

function describeFile({ fileName, mediaType, sizeBytes }: StoredFile): string {
  return `${fileName} (${mediaType}, ${sizeBytes} bytes)`;
}

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
