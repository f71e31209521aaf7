import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  type BlobStore,
  type CheckedOptions,
  type CheckedSubmitRequest,
  invalidRequest,
  type Operation,
  type StoredFile,
  type SubmitRequest,
  storageUnavailable,
} from '@platen/core';
import { hashFile } from '@platen/core/fs';
import { checkLimits, isJobOutput, mapBounded, perFileProblems } from '@platen/core/internal';
import { removeFiles } from './end-files.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { jobKeys } from './job-keys.ts';
import { withJobOutputs } from './job-outputs.ts';
import { leaveRoom, roomBytes } from './leave-room.ts';
import { nodeTtlMs } from './node-report.ts';
import { isOutage } from './outage.ts';
import { stageInputs } from './stage-inputs.ts';
import type { StagingArea } from './staging-area.ts';
import { takeStreams } from './take-streams.ts';

/** Where inputs come from and go to. */
export interface InputParts extends Pick<ResolvedOptions, 'jobs' | 'blobs' | 'clock' | 'limits' | 'nodeId' | 'logger'> {
  readonly staging: StagingArea;
  /** Aborted when the engine stops: an input that is still being read is abandoned. */
  readonly stopping: AbortSignal;
}

/** A file to be stored, and whether the store may move it. */
interface InputFile {
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** In hex; null when it was not computed yet. */
  readonly sha256: string | null;
  readonly isOurs: boolean;
}

/**
 * Moves or copies the inputs of a job into the blob store. Rejects with what is wrong with one of them, and removes the others
 * then.
 */
export async function storeInputs(
  parts: InputParts,
  operation: Operation,
  jobId: string,
  request: (SubmitRequest | CheckedSubmitRequest) & { readonly checked: CheckedOptions },
): Promise<readonly StoredFile[]> {
  const uploads = 'staged' in request ? request.staged.flatMap((file) => (isJobOutput(file) ? [] : [file])) : [];
  if ('staged' in request && uploads.length === request.staged.length) {
    return storeAll(
      parts,
      jobId,
      uploads.map((file) => ({ ...file, isOurs: true })),
    );
  }
  const { staging } = parts;
  await using folder = await staging.create();
  const limits = { ...parts.limits, ...checkLimits(request.limits) };
  const given =
    'staged' in request
      ? request.staged.map((file) => (isJobOutput(file) ? file : { fileName: file.fileName, data: file.path }))
      : request.inputs;
  const inputs = await withJobOutputs(parts, request.ownerId ?? null, given);
  const problems = perFileProblems(operation, request.checked.options, inputs.length);
  if (problems.length > 0) throw invalidRequest(problems);
  using _streams = takeStreams(inputs);
  const staged = await stageInputs(inputs, operation, limits, { folder: folder.path, signal: parts.stopping });
  const digests = new Map(uploads.map(({ path, sha256 }) => [path, sha256]));
  const files = staged.map((file) => ({
    ...file,
    sha256: digests.get(file.path) ?? null,
    isOurs: staging.owns(file.path),
  }));
  // Awaited here: the folder must outlive it.
  return await storeAll(parts, jobId, files);
}

/** Files of one submission that are stored concurrently. */
const storeConcurrency = 4;

async function storeAll(parts: InputParts, jobId: string, files: readonly InputFile[]): Promise<readonly StoredFile[]> {
  const { blobs, nodeId } = parts;
  const submission = randomUUID().slice(0, 8);
  const stored: StoredFile[] = [];
  try {
    return await mapBounded(files, storeConcurrency, async (input, index) => {
      const { fileName, mediaType, sizeBytes } = input;
      const file = { key: jobKeys.input(jobId, nodeId, submission, index), fileName, mediaType, sizeBytes };
      stored.push(file);
      return { ...file, sha256: await storeInput(blobs, file.key, input) };
    });
  } catch (error) {
    const removal = removeFiles(parts, stored);
    // Not awaited: a store that is down takes as long to refuse this too.
    if (!isOutage(error)) await removal;
    throw error;
  }
}

/** Stores a file and resolves to its SHA-256: that of the upload, or of the bytes on their way. */
async function storeInput(blobs: BlobStore, key: string, input: InputFile): Promise<string> {
  const { path, sizeBytes } = input;
  if (input.isOurs) {
    const sha256 = input.sha256 ?? (await hashFile(path));
    await blobs.adopt(key, path, { sizeBytes });
    return sha256;
  }
  const hash = createHash('sha256');
  // A store that starts reading late finds the error in the stream; until then it must not end the process.
  const body = Readable.from(hashedBytes(path, hash), { objectMode: false }).on('error', () => {});
  await blobs.put(key, body, { sizeBytes });
  return hash.digest('hex');
}

async function* hashedBytes(path: string, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
}

/**
 * Whether the inputs are there and the disk bears them. A node that was paused for long counted as dead meanwhile: the
 * sweep may have removed the files it had stored.
 */
export async function checkStored(parts: InputParts, inputs: readonly StoredFile[], begunAt: number): Promise<void> {
  try {
    await leaveRoom(parts.staging.path, roomBytes.besideInputs);
    if (performance.now() - begunAt < nodeTtlMs) return;
    for (const { key } of inputs) {
      if ((await parts.blobs.stat(key)) === null)
        throw storageUnavailable(new Error(`removed while this node was paused: ${key}`));
    }
  } catch (error) {
    await removeFiles(parts, inputs);
    throw error;
  }
}
